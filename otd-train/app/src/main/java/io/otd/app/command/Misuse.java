// SPDX-License-Identifier: Apache-2.0
package io.otd.app.command;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.files.PathSpelling;
import io.otd.table.problem.NearestName;
import java.nio.file.InvalidPathException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with arguments, in the words of all other errors. */
public final class Misuse {
  private static final String WHOLE_NUMBER = "[-+]?\\d+";
  private static final String DASHES = "--";

  private Misuse() {}

  /** One sentence: the option, what was given, and what was expected. */
  public static String message(ParameterException e) {
    ArgSpec argument = e.getArgSpec();
    if (e instanceof UnmatchedArgumentException unmatched) {
      return unknown(unmatched);
    }
    if (e instanceof MissingParameterException missing && !missing.getMissing().isEmpty()) {
      return missing.getMissing().stream().map(Misuse::missing).collect(Collectors.joining("; "));
    }
    if (e instanceof OverwrittenOptionException twice) {
      return names(twice.getOverwritten()) + ": given more than once (expected: once)";
    }
    if (argument == null && e.getValue() != null) { // of otd help
      return unknownCommand(e.getValue(), e.getCommandLine().getCommandSpec());
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

  private static String unknown(UnmatchedArgumentException e) {
    CommandSpec command = e.getCommandLine().getCommandSpec();
    String given = e.getUnmatched().get(0);
    if (e.isUnknownOption()) {
      return e.getUnmatched().stream()
          .filter(argument -> argument.equals(given) || argument.startsWith(DASHES))
          .map(argument -> argument.split("=", 2)[0])
          .distinct()
          .map(name -> name + ": unknown option" + nearest(name, command))
          .collect(Collectors.joining("; "));
    }
    if (!command.subcommands().isEmpty()) {
      return unknownCommand(given, command);
    }
    List<PositionalParamSpec> known = command.positionalParameters();
    return given
        + ": unexpected (expected: "
        + (known.isEmpty()
            ? "options alone)"
            : known.stream().map(Misuse::label).collect(Collectors.joining(" ")) + " alone)");
  }

  private static String unknownCommand(String given, CommandSpec parent) {
    Set<String> known = parent.subcommands().keySet();
    return given
        + ": unknown command ("
        + NearestName.to(given, known)
            .map(name -> "did you mean " + name + "?)")
            .orElseGet(() -> "expected: one of " + String.join(", ", known) + ")");
  }

  /** The dashes, which all options have, do not make them alike. */
  private static String nearest(String name, CommandSpec command) {
    List<String> known =
        command.options().stream()
            .filter(option -> !option.hidden())
            .flatMap(option -> Arrays.stream(option.names()))
            .filter(option -> option.startsWith(DASHES))
            .map(option -> option.substring(DASHES.length()))
            .toList();
    return NearestName.to(name.replaceFirst("^-+", ""), known)
        .map(near -> " (did you mean " + DASHES + near + "?)")
        .orElse("");
  }

  private static String missing(ArgSpec argument) {
    int least = argument.arity().min();
    if (least > 1) {
      return "%s: too few (expected: at least %s)".formatted(name(argument), least);
    }
    return argument.required()
        ? Check.notGiven(name(argument), "%s", meaning(argument))
        : "%s: no value (expected: %s)".formatted(name(argument), label(argument));
  }

  /** The beginning of its description. */
  private static String meaning(ArgSpec argument) {
    String[] description = argument.description();
    if (description.length == 0) {
      return label(argument);
    }
    String first = description[0].split("[.;]", 2)[0];
    return first.substring(0, 1).toLowerCase(Locale.ROOT) + first.substring(1);
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : label(argument);
  }

  /** All its long names: a user may have given two that are one option. */
  private static String names(ArgSpec argument) {
    return argument instanceof OptionSpec option
        ? Arrays.stream(option.names())
            .filter(name -> name.startsWith(DASHES))
            .collect(Collectors.joining(" or "))
        : label(argument);
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
