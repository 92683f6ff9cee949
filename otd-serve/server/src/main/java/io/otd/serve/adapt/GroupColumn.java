// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.adapt;

import io.otd.core.internal.text.BriefText;
import io.otd.core.internal.text.NumberText;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import io.otd.predict.InputCells;
import java.util.Optional;

/**
 * An input column of a model by whose cells requested rows are in groups.
 *
 * @param name of the column
 * @param ofNumbers whether its cells are numbers; else they are texts
 * @param place among the columns of its type, from 0
 */
public record GroupColumn(String name, boolean ofNumbers, int place) {
  /** Length of a text that names a group, cut there: what is kept of a row must be small. */
  private static final int LONGEST = 200;

  /**
   * The column of a name.
   *
   * @param name if there are groups
   * @return nothing if the model has no such input column
   */
  public static Optional<GroupColumn> of(Optional<String> name, TableSchema schema) {
    int numbers = 0;
    int texts = 0;
    for (InputColumn input : schema.inputs()) {
      boolean isNumber = input.match(number -> true, text -> false);
      if (name.isPresent() && input.name().equals(name.get())) {
        return Optional.of(new GroupColumn(input.name(), isNumber, isNumber ? numbers : texts));
      }
      numbers += isNumber ? 1 : 0;
      texts += isNumber ? 0 : 1;
    }
    return Optional.empty();
  }

  /**
   * The group of a row.
   *
   * @param row from 0
   * @return empty if the row is in none, because its cell is missing
   */
  public String group(InputCells cells, int row) {
    return ofNumbers ? number(cells, row) : text(cells, row);
  }

  private String number(InputCells cells, int row) {
    float cell = cells.numbers()[row * (cells.numbers().length / cells.rows()) + place];
    // Through its digits: a tenth in single precision is no tenth in double precision.
    return Float.isNaN(cell) ? "" : NumberText.exact(Double.parseDouble(Float.toString(cell)));
  }

  private String text(InputCells cells, int row) {
    String cell = cells.texts()[row * (cells.texts().length / cells.rows()) + place].strip();
    return BriefText.first(cell, LONGEST);
  }
}
