// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DateInputTest {
  private static DateInput column(DateForm form, MissingRule missing) {
    return new DateInput(
        "when",
        form,
        Arrays.stream(DatePart.values())
            .map(part -> new DateInput.Part(part, NumericInput.plain("when: " + part.word())))
            .toList(),
        missing);
  }

  private static float[] encoded(DateInput column, String cell) {
    float[] out = new float[column.width()];
    assertThat(column.encode(cell, out, 0)).isEqualTo(out.length);
    return out;
  }

  @Test
  void encodes_a_date_as_days_year_month_weekday_and_hour() {
    DateInput column = column(DateForm.YEAR_FIRST, MissingRule.REFUSED);

    assertThat(column.features())
        .containsExactly("when: days", "when: year", "when: month", "when: weekday", "when: hour");
    // A Thursday.
    assertThat(encoded(column, "1970-01-01")).containsExactly(0, 1970, 1, 4, 0);
    // A Sunday; 182 of the 366 days of 2024 had passed before July, and half a day.
    assertThat(encoded(column, "2024-06-30T12:00:00Z"))
        .containsExactly(19904.5f, (float) (2024 + 181.5 / 366), 6, 7, 12);
    assertThat(encoded(column, "1969-12-31 18:45")).startsWith(-1 + 18.75f / 24);
  }

  @Test
  void a_missing_date_is_filled_and_indicated() {
    DateInput column = column(DateForm.YEAR_FIRST, MissingRule.INDICATED);

    assertThat(encoded(column, "")).containsExactly(0, 0, 0, 0, 0, 1);
    assertThat(encoded(column, "2024-06-30")).endsWith(0f);
    assertThat(column.accepts("")).isTrue();
  }

  @Test
  void an_invalid_date_encodes_to_nan_and_is_not_accepted() {
    DateInput column = column(DateForm.YEAR_FIRST, MissingRule.REFUSED);
    for (String cell : List.of("", "soon", "2023-02-29", "2024-13-01", "2024-01-01T24:00")) {
      assertThat(column.accepts(cell)).as(cell).isFalse();
      assertThat(encoded(column, cell)).as(cell).containsOnly(Float.NaN);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "YEAR_FIRST, 2024-3-1, 2024-03-01",
    "YEAR_FIRST, 2024/03/01 08:30, 2024-03-01",
    "DAY_FIRST, 1.3.2024, 2024-03-01",
    "DAY_FIRST, 01/03/2024, 2024-03-01",
    "MONTH_FIRST, 03/01/2024 8:30:15.5, 2024-03-01",
    "COMPACT, 20240301, 2024-03-01"
  })
  void each_form_has_its_own_field_order(DateForm form, String cell, LocalDate expected) {
    assertThat(form.parse(cell)).map(CalendarTime::date).contains(expected);
  }

  @ParameterizedTest
  @EnumSource
  void formatted_dates_round_trip(DateForm form) {
    LocalDate date = LocalDate.of(987, 12, 3);
    assertThat(form.parse(form.text(date))).contains(new CalendarTime(date, 0));
    DateInput column = column(form, MissingRule.REFUSED);
    assertThat(column.examples()).isNotEmpty().allMatch(column::accepts);
  }

  @Test
  void duplicate_or_missing_parts_are_refused() {
    NumericInput number = NumericInput.plain("x");
    DateInput.Part month = new DateInput.Part(DatePart.MONTH, number);
    assertThatThrownBy(
            () ->
                new DateInput("when", DateForm.COMPACT, List.of(month, month), MissingRule.REFUSED))
        .hasMessageContaining("column \"when\": parts [MONTH, MONTH]");
    assertThatThrownBy(
            () -> new DateInput("when", DateForm.COMPACT, List.of(), MissingRule.REFUSED))
        .hasMessageContaining("parts []");
  }
}
