// SPDX-License-Identifier: Apache-2.0
package io.otd.app.output;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.TypeConversionException;

/** The values of an option that has a few: written in lower case, read in any. */
public final class ConstantText {
  private ConstantText() {}

  /**
   * The constant.
   *
   * @param type of the option
   * @param text of the user
   * @throws TypeConversionException with all values, if it is none of them
   */
  public static <E extends Enum<?>> E read(Class<E> type, String text) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> text(constant).equals(text.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "%s (expected: one of %s)"
                        .formatted(
                            text,
                            Arrays.stream(type.getEnumConstants())
                                .map(ConstantText::text)
                                .collect(Collectors.joining(", ")))));
  }

  private static String text(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
