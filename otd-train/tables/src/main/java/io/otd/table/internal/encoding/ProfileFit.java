// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.internal.profile.NumberProfile;
import io.otd.core.internal.profile.TextKinds;
import io.otd.core.internal.profile.TextProfile;
import io.otd.core.internal.profile.TrainingProfile;
import io.otd.core.schema.CalendarTime;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.ListedInput;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Profiles training rows, for comparison with the rows that a model predicts. */
public final class ProfileFit {
  private final Table table;
  private final int[] rows;
  private final List<NumberProfile> numbers = new ArrayList<>();
  private final List<TextProfile> texts = new ArrayList<>();

  private ProfileFit(Table table, int[] rows) {
    this.table = table;
    this.rows = rows;
  }

  /**
   * The profile of rows, without predictions.
   *
   * @param table holds the input columns
   * @param rows the training rows, at least 1
   */
  public static TrainingProfile of(Table table, TableSchema schema, int[] rows) {
    ProfileFit fit = new ProfileFit(table, rows);
    for (InputColumn column : schema.inputs()) {
      ProfileFit unused = column.match(fit::numbers, text -> text.matchText(fit::texts, fit::date));
    }
    return new TrainingProfile(rows.length, fit.numbers, fit.texts, 0, List.of());
  }

  private ProfileFit numbers(NumericInput column) {
    double[] values = table.numbers(column.name());
    numbers.add(
        NumberProfile.of(column.name(), Arrays.stream(rows).mapToDouble(r -> values[r]).toArray()));
    return this;
  }

  private ProfileFit date(DateInput column) {
    TextColumn cells = table.column(column.name()).texts();
    List<Optional<CalendarTime>> times =
        cells.dictionary().stream().map(column.form()::parse).toList();
    for (DateInput.Part part : column.parts()) {
      double[] each =
          times.stream()
              .mapToDouble(time -> time.map(part.part()::of).orElse(Double.NaN))
              .toArray();
      numbers.add(
          NumberProfile.of(
              column.name() + ": " + part.part().word(),
              Arrays.stream(rows)
                  .mapToDouble(r -> cells.missing(r) ? Double.NaN : each[cells.codes()[r]])
                  .toArray()));
    }
    return this;
  }

  private ProfileFit texts(ListedInput column) {
    TextColumn cells = table.column(column.name()).texts();
    TextKinds kinds = new TextKinds(column);
    int[] places = cells.dictionary().stream().mapToInt(kinds::place).toArray();
    Integer[] counts = new Integer[kinds.names().size() + 1];
    Arrays.fill(counts, 0);
    int gaps = 0;
    for (int row : rows) {
      if (cells.missing(row)) {
        gaps++;
      } else {
        counts[places[cells.codes()[row]]]++;
      }
    }
    texts.add(
        TextProfile.of(
            column.name(),
            kinds.names(),
            Arrays.asList(counts).subList(0, kinds.names().size()),
            gaps,
            rows.length));
    return this;
  }
}
