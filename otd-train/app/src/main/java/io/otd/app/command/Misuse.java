// SPDX-License-Identifier: Apache-2.0
package io.otd.app.command;

import io.otd.core.internal.files.PathSpelling;
import java.nio.file.InvalidPathException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** What is wrong with arguments, in the words of all other errors. */
public final class Misuse {
  private static final String WHOLE_NUMBER = "[-+]?\\d+";

  private Misuse() {}

  /** One sentence: the option, what was given, and what was expected. */
  public static String message(ParameterException e) {
    ArgSpec argument = e.getArgSpec();
    if (e instanceof MissingParameterException missing && !missing.getMissing().isEmpty()) {
      return missing.getMissing().stream().map(Misuse::missing).collect(Collectors.joining("; "));
    }
    if (e instanceof OverwrittenOptionException twice) {
      return name(twice.getOverwritten()) + ": given more than once (expected: once)";
    }
    if (argument == null || e.getValue() == null) {
      return String.valueOf(e.getMessage());
    }
    if (e.getCause() instanceof InvalidPathException path) {
      return name(argument) + ": " + PathSpelling.problem(path);
    }
    if (e.getCause() instanceof TypeConversionException cause) {
      String own = String.valueOf(cause.getMessage());
      return own.contains("(expected: ")
          ? name(argument) + ": " + own
          : "%s: %s (expected: %s)"
              .formatted(name(argument), e.getValue(), expected(argument, e.getValue()));
    }
    return String.valueOf(e.getMessage());
  }

  private static String missing(ArgSpec argument) {
    int least = argument.arity().min();
    return least > 1
        ? "%s: too few (expected: at least %s)".formatted(name(argument), least)
        : "%s: none (expected: %s)".formatted(name(argument), label(argument));
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : label(argument);
  }

  private static String label(ArgSpec argument) {
    return argument.paramLabel().isEmpty() ? "a value" : argument.paramLabel();
  }

  private static String expected(ArgSpec argument, String value) {
    List<Class<?>> types = Arrays.asList(argument.auxiliaryTypes());
    if (has(types, Integer.class, int.class)) {
      return whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
    if (has(types, Long.class, long.class)) {
      return whole(value, Long.MIN_VALUE, Long.MAX_VALUE);
    }
    if (has(types, Boolean.class, boolean.class)) {
      return argument.arity().max() == 0 ? "no value" : "true or false";
    }
    return has(types, Double.class, double.class) ? "a number" : label(argument);
  }

  private static boolean has(List<Class<?>> types, Class<?> boxed, Class<?> primitive) {
    return types.contains(boxed) || types.contains(primitive);
  }

  private static String whole(String value, long least, long most) {
    return value.matches(WHOLE_NUMBER) ? "from %s to %s".formatted(least, most) : "a whole number";
  }
}
