// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.cell;

import java.util.Currency;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A number with the unit in its text: {@code 12.5%}, {@code $9.75}, {@code 9.75 EUR}.
 *
 * @param value as it is written, without its unit
 * @param unit a currency or {@code %}; empty for none
 */
public record NumberWithUnit(double value, String unit) {
  /** The sign or the code of a currency. */
  public static final String CURRENCY = "[A-Z]{0,3}\\p{Sc}|[A-Z]{3}";

  private static final Set<String> CODES =
      Currency.getAvailableCurrencies().stream()
          .map(Currency::getCurrencyCode)
          .collect(Collectors.toUnmodifiableSet());

  private static final Pattern WRITTEN =
      Pattern.compile(
          "([+-]?)(?:(U)B*)?([+-]?)(N)(?:B*(U|%))?"
              .replace("N", CellNumber.UNSIGNED)
              .replace("U", CURRENCY)
              .replace("B", Blanks.REGEX));

  /**
   * Reads a text.
   *
   * @param text without blanks around it
   * @return empty if it is no number with a unit
   */
  public static Optional<NumberWithUnit> read(String text) {
    Matcher found = WRITTEN.matcher(text);
    if (!found.matches()) {
      return Optional.empty();
    }
    String before = found.group(2) == null ? "" : found.group(2);
    String unit = before + (found.group(5) == null ? "" : found.group(5));
    String sign = found.group(1) + found.group(3);
    return unit.isEmpty() || sign.length() > 1 || !isUnit(before, unit)
        ? Optional.empty()
        : Optional.of(new NumberWithUnit(Double.parseDouble(sign + found.group(4)), unit));
  }

  /**
   * Whether what stands before and behind a number is one unit, or none.
   *
   * @param before the number
   * @param unit before it and behind it
   */
  public static boolean isUnit(String before, String unit) {
    if (unit.length() != 3 || unit.chars().anyMatch(c -> c < 'A' || c > 'Z')) {
      return before.isEmpty() || before.equals(unit);
    }
    return CODES.contains(unit);
  }

  /**
   * What is expected instead of a number in another unit, for messages.
   *
   * @param unit of the training table; empty for none
   */
  public static String expected(String unit) {
    return unit.isEmpty()
        ? "a number without a unit, as in training"
        : "a number in %s, as in training".formatted(unit);
  }
}
