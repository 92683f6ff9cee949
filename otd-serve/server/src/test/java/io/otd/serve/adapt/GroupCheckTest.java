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

class GroupCheckTest {
  private static final TableSchema SCHEMA =
      new TableSchema(
          List.of(
              NumericInput.plain("age"),
              new CategoricalInput("town", List.of("a", "b"), List.of(.5, .5), false, false)),
          List.of(TargetColumn.plain("cost")));

  private static Optional<String> problem(Optional<String> column) {
    return new GroupCheck("--adapt-by", column, "").problem(SCHEMA);
  }

  @Test
  void a_column_that_the_model_does_not_read_is_named() {
    assertThat(problem(Optional.of("Town")))
        .contains("\"Town\": no input column (expected: one of [age, town])");
    assertThat(problem(Optional.of("cost"))).as("a target").isPresent();
    assertThat(problem(Optional.of("town"))).isEmpty();
    assertThat(problem(Optional.empty())).isEmpty();
  }
}
