// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.cell;

import io.otd.core.internal.cell.CellNumber;
import io.otd.core.schema.DateForm;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Recognises dates in texts. */
public final class DateTexts {
  /** The forms that are recognised in texts. {@link DateForm#COMPACT} is a number. */
  public static final List<DateForm> FORMS =
      List.of(DateForm.YEAR_FIRST, DateForm.DAY_FIRST, DateForm.MONTH_FIRST);

  private static final int FEWEST_DAYS = 10;
  private static final double FIRST_DAY = 19_000_101;
  private static final double AFTER_LAST_DAY = 21_001_232;

  /** The time that follows a day has no digit, four or six. */
  private static final double[] TIMES = {1, 1e4, 1e6};

  private DateTexts() {}

  /**
   * The forms in which all texts are dates: none if there is no text, two if the order of day and
   * month is ambiguous.
   */
  public static List<DateForm> forms(Collection<String> texts) {
    return FORMS.stream().filter(form -> are(form, texts)).toList();
  }

  /**
   * Whether whole numbers are dates such as 20240331 or 20240331180530: all of them, in years from
   * 1900 to 2100, and at least ten different ones that do not simply count up.
   *
   * @param numbers NaN for a missing one
   */
  public static boolean areCompact(double[] numbers) {
    if (!mayBeCompact(numbers)) {
      return false;
    }
    double[] days =
        Arrays.stream(numbers).filter(n -> !Double.isNaN(n)).distinct().sorted().toArray();
    return days.length >= FEWEST_DAYS && days[days.length - 1] - days[0] >= days.length;
  }

  /** Whether all numbers are dates such as 20240331, or missing. */
  public static boolean mayBeCompact(double[] numbers) {
    return Arrays.stream(numbers).allMatch(n -> Double.isNaN(n) || isCompact(n));
  }

  /**
   * Whether a number is a date such as 20240331, perhaps with a time, as 20240331180530 is, in a
   * year from 1900 to 2100.
   */
  public static boolean isCompact(double number) {
    for (double time : TIMES) {
      if (number >= FIRST_DAY * time && number < AFTER_LAST_DAY * time) {
        return DateForm.COMPACT.parse(CellNumber.of(number)).isPresent();
      }
    }
    return false;
  }

  /** Whether all texts are dates of a form, and there is one. */
  public static boolean are(DateForm form, Collection<String> texts) {
    return !texts.isEmpty() && texts.stream().allMatch(text -> form.parse(text).isPresent());
  }
}
