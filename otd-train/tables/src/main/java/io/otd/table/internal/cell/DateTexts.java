// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.cell;

import io.otd.core.schema.DateForm;
import java.util.Collection;
import java.util.List;

/** Recognises dates in texts. */
public final class DateTexts {
  /**
   * The forms that are recognised. {@link DateForm#COMPACT} looks like a number and must be
   * requested explicitly.
   */
  public static final List<DateForm> FORMS =
      List.of(DateForm.YEAR_FIRST, DateForm.DAY_FIRST, DateForm.MONTH_FIRST);

  private DateTexts() {}

  /**
   * The forms in which all texts are dates: none if there is no text, two if the order of day and
   * month is ambiguous.
   */
  public static List<DateForm> forms(Collection<String> texts) {
    return FORMS.stream().filter(form -> are(form, texts)).toList();
  }

  /** Whether all texts are dates of a form, and there is one. */
  public static boolean are(DateForm form, Collection<String> texts) {
    return !texts.isEmpty() && texts.stream().allMatch(text -> form.parse(text).isPresent());
  }
}
