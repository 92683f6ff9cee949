// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.schema.CalendarTime;
import io.otd.core.schema.DateForm;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.DatePart;
import io.otd.core.schema.MissingRule;
import io.otd.core.schema.NumericInput;
import io.otd.table.Column;
import io.otd.table.NumericColumn;
import io.otd.table.TextColumn;
import io.otd.table.internal.cell.DateTexts;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import io.otd.table.settings.ColumnSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Fits a column of dates on training rows. The hour is a number of each date only where a cell of
 * the table has a time of day.
 *
 * @param settings fill, bound and the order of day and month
 * @param place where a row stands, for messages
 */
record DateFit(ColumnSettings settings, IntFunction<String> place) {
  FittedInput fit(Column column, int[] rows, RowWeights weights) {
    TextColumn texts = column.texts();
    DateForm form = form(texts);
    List<CalendarTime> times =
        texts.dictionary().stream().map(text -> form.parse(text).orElseThrow()).toList();
    MissingRule missing =
        MissingRule.of(Arrays.stream(rows).anyMatch(texts::missing), column.missingCells() > 0);
    boolean hours = times.stream().anyMatch(time -> time.hour() > 0);
    List<DateInput.Part> parts = new ArrayList<>();
    for (DatePart part : DatePart.values()) {
      if (part != DatePart.HOUR || hours) {
        parts.add(new DateInput.Part(part, number(texts, times, part, rows, weights, missing)));
      }
    }
    DateInput input = new DateInput(column.name(), form, parts, missing);
    return new FittedInput(
        input,
        Arrays.stream(rows).allMatch(texts::missing)
            ? List.of("column \"%s\": no training row has a date".formatted(column.name()))
            : List.of());
  }

  private NumericInput number(
      TextColumn texts,
      List<CalendarTime> times,
      DatePart part,
      int[] rows,
      RowWeights weights,
      MissingRule missing) {
    double[] values = new double[texts.rows()];
    for (int row = 0; row < values.length; row++) {
      values[row] = texts.missing(row) ? Double.NaN : part.of(times.get(texts.codes()[row]));
    }
    String name = texts.name() + ": " + part.word();
    NumericInput fitted =
        (NumericInput)
            new NumericFit(settings, 0)
                .fit(new NumericColumn(name, values), rows, weights)
                .column();
    return fitted.with(
        fitted.mean(),
        fitted.scale(),
        missing == MissingRule.REFUSED ? MissingRule.REFUSED : MissingRule.FILLED);
  }

  /**
   * The form of the dates of a column.
   *
   * @throws InputException if a text is not a date, or the order of day and month is ambiguous
   */
  private DateForm form(TextColumn texts) {
    List<DateForm> forms = forms(texts);
    if (forms.isEmpty() && DateTexts.are(DateForm.COMPACT, texts.dictionary())) {
      return DateForm.COMPACT;
    }
    if (forms.size() == 1) {
      return forms.get(0);
    }
    throw new InputException(
        "columns.date: column %s, %s"
            .formatted(
                Quoted.of(texts.name()), forms.isEmpty() ? noDate(texts) : ambiguous(texts)));
  }

  /** The forms in which all texts of a column are dates, as far as the settings allow them. */
  List<DateForm> forms(TextColumn texts) {
    List<DateForm> forms = DateTexts.forms(texts.dictionary());
    if (forms.size() < 2) {
      return forms;
    }
    return switch (settings.dateOrder()) {
      case AUTO -> forms;
      case DAY_FIRST -> List.of(DateForm.DAY_FIRST);
      case MONTH_FIRST -> List.of(DateForm.MONTH_FIRST);
    };
  }

  private String noDate(TextColumn texts) {
    OptionalInt other =
        IntStream.range(0, texts.rows())
            .filter(row -> !texts.missing(row) && isNoDate(texts.text(row)))
            .findFirst();
    return other.isPresent()
        ? "%s in %s (expected: a date such as 2024-03-31)"
            .formatted(Quoted.of(texts.text(other.getAsInt())), place.apply(other.getAsInt()))
        : "no date, or dates of different forms (expected: dates of one form)";
  }

  private static boolean isNoDate(String text) {
    return Stream.of(DateForm.values()).allMatch(form -> form.parse(text).isEmpty());
  }

  /** The message for dates whose order of day and month is ambiguous. */
  static String ambiguous(TextColumn texts) {
    return ("dates such as %s may begin with the day or the month (expected: columns.date_order"
            + " day_first or month_first)")
        .formatted(Quoted.of(texts.dictionary().get(0)));
  }
}
