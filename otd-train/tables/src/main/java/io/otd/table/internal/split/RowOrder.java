// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.split;

import io.otd.core.schema.CalendarTime;
import io.otd.core.schema.DateForm;
import io.otd.core.schema.DateInput;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Whether the rows of a chronological split are in the order of time.
 *
 * @param table all rows
 * @param dates its columns of dates
 */
public record RowOrder(Table table, List<DateInput> dates) {
  /**
   * What a user should know, if all columns of dates show that the test rows are the oldest.
   *
   * @param split whose test rows are the last ones
   */
  public Optional<String> notice(Split split) {
    return dates.isEmpty() || !dates.stream().allMatch(column -> falls(column, split))
        ? Optional.empty()
        : Optional.of(
            ("column \"%s\": the newest rows come first, so the test rows, the last ones, are the"
                    + " oldest (expected with data.holdout: chronological: oldest first)")
                .formatted(dates.get(0).name()));
  }

  /** Whether all test rows are older than half of the training rows. */
  private boolean falls(DateInput column, Split split) {
    TextColumn texts = table.column(column.name()).texts();
    DateForm form = column.form();
    long[] days =
        texts.dictionary().stream()
            .mapToLong(
                text ->
                    form.parse(text).map(CalendarTime::date).map(LocalDate::toEpochDay).orElse(0L))
            .toArray();
    long[] training = days(texts, days, split.train());
    long[] test = days(texts, days, split.test());
    return training.length > 0
        && test.length > 0
        && test[test.length - 1] < training[training.length / 2];
  }

  private static long[] days(TextColumn texts, long[] days, int[] rows) {
    return IntStream.of(rows)
        .filter(row -> !texts.missing(row))
        .mapToLong(row -> days[texts.codes()[row]])
        .sorted()
        .toArray();
  }
}
