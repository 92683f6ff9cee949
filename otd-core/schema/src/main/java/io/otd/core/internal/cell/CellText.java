// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.cell;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * The text that stands for a cell of any type, so that it means the same wherever it comes from.
 * Numbers are written as {@link CellNumber#of(Number)}, truth values as {@code true} and {@code
 * false}, dates as ISO 8601 has them, points in time in UTC.
 */
public final class CellText {
  private CellText() {}

  /** Whether a cell is missing: null, NaN or a blank text. */
  public static boolean isMissing(@Nullable Object cell) {
    return cell == null
        || (cell instanceof CharSequence text && Blanks.all(text))
        || (cell instanceof Double real && real.isNaN())
        || (cell instanceof Float real && real.isNaN());
  }

  /**
   * The text of a cell; empty for a missing one.
   *
   * @throws IllegalArgumentException naming the type, if it is not one that cells have, or the
   *     number, if it is infinite
   */
  public static String of(@Nullable Object cell) {
    if (isMissing(cell)) {
      return "";
    }
    if (cell instanceof CharSequence text) {
      return text.toString();
    }
    if (cell instanceof Number number) {
      requireFinite(number);
      return CellNumber.of(number);
    }
    if (cell instanceof Boolean || cell instanceof LocalDate) {
      return cell.toString();
    }
    if (cell instanceof LocalDateTime time) {
      return text(time);
    }
    return text(LocalDateTime.ofInstant(instant(cell), ZoneOffset.UTC)) + "Z";
  }

  private static void requireFinite(Number number) {
    boolean real = number instanceof Double || number instanceof Float;
    if (real && Double.isInfinite(number.doubleValue())) {
      throw new IllegalArgumentException(number + " (expected: a finite number)");
    }
  }

  /** A cell in a message. */
  public static String shown(@Nullable Object cell) {
    if (cell == null || isMissing(cell)) {
      return "missing";
    }
    return cell instanceof CharSequence ? "\"" + cell + "\"" : cell.toString();
  }

  private static Instant instant(@Nullable Object cell) {
    if (cell instanceof Instant instant) {
      return instant;
    }
    if (cell instanceof OffsetDateTime time) {
      return time.toInstant();
    }
    if (cell instanceof ZonedDateTime time) {
      return time.toInstant();
    }
    throw new IllegalArgumentException(
        "%s (expected: a text, a number, a Boolean, or a date of java.time)"
            .formatted(cell == null ? "null" : cell.getClass().getName()));
  }

  private static String text(LocalDateTime time) {
    return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time);
  }
}
