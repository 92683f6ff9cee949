// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.adapt;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GroupedRowsTest {
  private static final TableSchema SCHEMA =
      new TableSchema(
          List.of(
              NumericInput.plain("age"),
              new CategoricalInput("town", List.of("a", "b"), List.of(.5, .5), false, false)),
          List.of(TargetColumn.plain("cost")));

  @Test
  void a_column_that_the_model_does_not_read_is_named() {
    assertThat(GroupedRows.problem(Optional.of("Town"), SCHEMA))
        .contains("\"Town\": no input column (expected: one of [age, town])");
    assertThat(GroupedRows.problem(Optional.of("cost"), SCHEMA)).as("a target").isPresent();
    assertThat(GroupedRows.problem(Optional.of("town"), SCHEMA)).isEmpty();
    assertThat(GroupedRows.problem(Optional.empty(), SCHEMA)).isEmpty();
  }
}
