// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.internal.profile.TrainingProfile;
import io.otd.core.internal.profile.TrainingRange;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TextInput;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Finds the rows that lie outside the range of the training rows: below the least or above the
 * greatest value of a column, or, if these are unknown, beyond the bounds to which it is clipped;
 * or with a text that is no category.
 */
public final class OutsideRange {
  /** A column and the rows that lie outside. */
  private record Outside(String column, IntPredicate row) {}

  private final List<Outside> columns = new ArrayList<>();

  /**
   * Looks at the rows of a table.
   *
   * @param profile of its training rows, possibly absent
   * @param table holds its input columns
   */
  public OutsideRange(TableSchema schema, TrainingProfile profile, Table table) {
    TrainingRange range = new TrainingRange(schema, profile);
    for (InputColumn input : schema.inputs()) {
      int place = columns.size();
      IntPredicate outside =
          input.match(
              number -> {
                double[] values = table.numbers(number.name());
                return row -> range.outside(place, values[row]);
              },
              text -> outside(range, place, text, table));
      columns.add(new Outside(input.name(), outside));
    }
  }

  private static IntPredicate outside(TrainingRange range, int place, TextInput text, Table table) {
    TextColumn texts = table.column(text.name()).texts();
    boolean[] outside = new boolean[texts.dictionary().size()];
    Optional<boolean[]> known =
        text.matchText(
            listed -> Optional.of(UnknownCategories.known(listed, texts.dictionary())),
            date -> Optional.empty());
    for (int code = 0; code < outside.length; code++) {
      outside[code] =
          known.isPresent()
              ? !known.get()[code]
              : range.outside(place, texts.dictionary().get(code));
    }
    return row -> !texts.missing(row) && outside[texts.codes()[row]];
  }

  /** The columns in which a row lies outside, in the order of the schema; mostly none. */
  public List<String> columns(int row) {
    return columns.stream().filter(c -> c.row().test(row)).map(Outside::column).toList();
  }
}
