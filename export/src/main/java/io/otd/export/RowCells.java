// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.schema.InputColumn;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TextInput;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The cells of a row as a served model gets them.
 *
 * @param numbers of the columns of numbers; NaN for a missing one
 * @param texts of the columns of texts; empty for a missing one
 */
record RowCells(float[] numbers, List<String> texts) {
  private static final String UNKNOWN = "a text that no training row had";

  /**
   * Rows over the range of the training data, the same ones for the same schema: ordinary ones,
   * then one above all bounds, one below, one with every cell missing that may be missing, and one
   * with unknown texts.
   *
   * @param ordinary how many of the first kind
   */
  static List<RowCells> spread(TableSchema schema, int ordinary) {
    SplittableRandom random = new SplittableRandom(1);
    List<RowCells> rows = new ArrayList<>();
    for (int i = 0; i < ordinary; i++) {
      rows.add(row(schema, c -> c.restore(random.nextDouble(-2, 2)), c -> any(c, random)));
    }
    rows.add(row(schema, RowCells::above, c -> c.examples().get(0)));
    rows.add(row(schema, RowCells::below, c -> c.examples().get(c.examples().size() - 1)));
    rows.add(
        row(
            schema,
            c -> c.mayBeMissing() ? Double.NaN : c.mean(),
            c -> c.accepts(TextInput.MISSING) ? TextInput.MISSING : c.examples().get(0)));
    rows.add(
        row(schema, NumericInput::mean, c -> c.accepts(UNKNOWN) ? UNKNOWN : c.examples().get(0)));
    return rows;
  }

  /** The cells in the order of the columns: numbers and texts, null for a missing one. */
  List<@Nullable Object> cells(TableSchema schema) {
    List<@Nullable Object> cells = new ArrayList<>();
    int number = 0;
    int text = 0;
    for (InputColumn column : schema.inputs()) {
      if (column instanceof NumericInput) {
        float cell = numbers[number++];
        cells.add(Float.isNaN(cell) ? null : Float.valueOf(cell));
      } else {
        String cell = texts.get(text++);
        cells.add(cell.equals(TextInput.MISSING) ? null : cell);
      }
    }
    return cells;
  }

  /** Where there is no bound, rounding errors of the network grow with the distance. */
  private static double above(NumericInput column) {
    return Double.isFinite(column.upper())
        ? column.upper() + 9 * column.scale()
        : column.restore(2);
  }

  private static double below(NumericInput column) {
    return Double.isFinite(column.lower())
        ? column.lower() - 9 * column.scale()
        : column.restore(-2);
  }

  private static String any(TextInput column, SplittableRandom random) {
    return column.examples().get(random.nextInt(column.examples().size()));
  }

  private static RowCells row(
      TableSchema schema, Function<NumericInput, Double> number, Function<TextInput, String> text) {
    List<NumericInput> columns = schema.numeric();
    float[] numbers = new float[columns.size()];
    for (int j = 0; j < numbers.length; j++) {
      numbers[j] = number.apply(columns.get(j)).floatValue();
    }
    return new RowCells(numbers, schema.text().stream().map(text).toList());
  }
}
