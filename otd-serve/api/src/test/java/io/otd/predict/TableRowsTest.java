// SPDX-License-Identifier: Apache-2.0
package io.otd.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.MissingRule;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableRowsTest {
  private static NumericInput bounded(String name, double lower, double upper) {
    return new NumericInput(name, 0, 1, lower, upper, 0, MissingRule.FILLED);
  }

  @Test
  void out_of_bounds_cells_are_reported_per_row() {
    TableRows rows =
        new TableRows(
            new TableSchema(
                List.of(
                    bounded("area", 0, 9),
                    new CategoricalInput("month", List.of("may"), List.of(1.0), false, false),
                    bounded("rooms", .1, 5),
                    NumericInput.plain("free")),
                List.of(TargetColumn.plain("y"))));
    double[][] cells = {{9, .1, 1e30}, {9.5, 5, 0}, {-1, 6, 0}, {Double.NaN, Double.NaN, 0}};
    for (double[] row : cells) {
      rows.number(0, row[0]);
      rows.text(1, "may");
      rows.number(2, row[1]);
      rows.number(3, row[2]);
      rows.end();
    }

    assertThat(rows.outside())
        .containsExactly(Map.entry(1, List.of("area")), Map.entry(2, List.of("area", "rooms")));
  }
}
