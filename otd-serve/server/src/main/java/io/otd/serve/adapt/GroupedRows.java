// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.adapt;

import io.otd.core.internal.text.NumberText;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import io.otd.predict.InputCells;
import java.util.Optional;

/** The groups of requested rows, by the cells of one column. */
@FunctionalInterface
public interface GroupedRows {
  /** Length of a text that names a group: what is kept of a row must be small. */
  int LONGEST = 200;

  /** No row is in a group. */
  GroupedRows NONE = row -> "";

  /**
   * The group of a row.
   *
   * @param row from 0
   * @return empty if the row is in none, because its cell is missing
   */
  String of(int row);

  /**
   * The groups of rows.
   *
   * @param column by which; a model without it has no groups
   */
  static GroupedRows of(Optional<String> column, TableSchema schema, InputCells cells) {
    int numbers = 0;
    int texts = 0;
    for (InputColumn input : schema.inputs()) {
      boolean isNumber = input.match(number -> true, text -> false);
      if (column.isPresent() && input.name().equals(column.get())) {
        int among = isNumber ? numbers : texts;
        return isNumber ? row -> number(cells, row, among) : row -> text(cells, row, among);
      }
      numbers += isNumber ? 1 : 0;
      texts += isNumber ? 0 : 1;
    }
    return NONE;
  }

  /**
   * Why the rows of a model have no groups.
   *
   * @param column by which; empty if none are wanted
   * @return nothing if they have, or none are wanted
   */
  static Optional<String> problem(Optional<String> column, TableSchema schema) {
    return column
        .filter(name -> !schema.inputNames().contains(name))
        .map(
            name ->
                "\"%s\": no input column (expected: one of %s)"
                    .formatted(name, schema.inputNames()));
  }

  private static String number(InputCells cells, int row, int column) {
    float cell = cells.numbers()[row * (cells.numbers().length / cells.rows()) + column];
    // Through its digits: a tenth in single precision is no tenth in double precision.
    return Float.isNaN(cell) ? "" : NumberText.exact(Double.parseDouble(Float.toString(cell)));
  }

  private static String text(InputCells cells, int row, int column) {
    String cell = cells.texts()[row * (cells.texts().length / cells.rows()) + column].strip();
    return cell.length() <= LONGEST ? cell : "";
  }
}
