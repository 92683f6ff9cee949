// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.prediction;

import io.otd.core.internal.text.NumberText;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.table.Table;
import java.util.Comparator;
import java.util.Optional;

/** A row so far from the training rows that its prediction is not finite. */
public final class UnpredictableRowException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int row;

  private UnpredictableRowException(String message, int row) {
    super(message);
    this.row = row;
  }

  /** Its number in the table, from 0. */
  public int row() {
    return row;
  }

  /**
   * Names the row, and its most extreme number.
   *
   * @param table the row is of
   * @param row number in the table, from 0
   */
  public static UnpredictableRowException of(Table table, TableSchema schema, int row) {
    Optional<NumericInput> farthest =
        schema.inputs().stream()
            .flatMap(UnpredictableRowException::numeric)
            .max(Comparator.comparingDouble(c -> distance(c, value(table, c, row))));
    return new UnpredictableRowException(
        "%s: the prediction is not finite%s (expected: inputs near those of the training rows)"
            .formatted(
                table.place(row),
                farthest
                    .map(
                        c ->
                            "; \"%s\" is %s, %s standard deviations from their mean"
                                .formatted(
                                    c.name(),
                                    NumberText.cell(value(table, c, row)),
                                    NumberText.of(distance(c, value(table, c, row)), 3)))
                    .orElse("")),
        row);
  }

  private static java.util.stream.Stream<NumericInput> numeric(InputColumn column) {
    return column.match(java.util.stream.Stream::of, text -> java.util.stream.Stream.empty());
  }

  private static double value(Table table, NumericInput column, int row) {
    return table.numbers(column.name())[row];
  }

  private static double distance(NumericInput column, double value) {
    return Double.isNaN(value) ? 0 : Math.abs(value - column.mean()) / column.scale();
  }
}
