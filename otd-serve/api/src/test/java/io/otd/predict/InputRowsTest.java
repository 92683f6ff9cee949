// SPDX-License-Identifier: Apache-2.0
package io.otd.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.MissingRule;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InputRowsTest {
  private final InputRows rows =
      new InputRows(
          new TableSchema(
              List.of(NumericInput.plain("cement"), NumericInput.plain("water")),
              List.of(TargetColumn.plain("strength"))));

  private final InputRows mixed =
      new InputRows(
          new TableSchema(
              List.of(
                  new NumericInput("age", 0, 1, 0, 9, 0, MissingRule.FILLED),
                  new CategoricalInput("month", List.of("may"), List.of(1.0), false, false),
                  new BooleanInput(
                      "new", List.of("no"), List.of("yes"), .5, .5, MissingRule.REFUSED)),
              List.of(TargetColumn.plain("y"))));

  @Test
  void reads_rows_in_every_supported_form() {
    float[] expected = {1, 2, 3, 4};

    assertThat(rows.of(new float[][] {{1, 2}, {3, 4}}).numbers()).isEqualTo(expected);
    assertThat(rows.of(new float[] {1, 2, 3, 4}, 2).numbers()).isEqualTo(expected);
    assertThat(
            rows.of(List.of(Map.of("water", 2, "cement", 1.0), Map.of("cement", 3L, "water", 4f)))
                .numbers())
        .isEqualTo(expected);
    assertThat(rows.of(new float[0][]).numbers()).isEmpty();
  }

  @Test
  void reads_numbers_and_texts() {
    InputCells named =
        mixed.of(
            List.of(
                Map.of("age", 1, "month", "may", "new", "yes"),
                Map.of("month", "never", "new", "no")));

    assertThat(named.numbers()).containsExactly(1, Float.NaN);
    assertThat(named.texts()).containsExactly("may", "yes", "never", "no");
    InputCells flat =
        mixed.of(new float[] {1, Float.NaN}, new String[] {"may", "yes", "never", "no"}, 2);
    assertThat(flat.numbers()).isEqualTo(named.numbers());
    assertThat(flat.texts()).isEqualTo(named.texts());
    assertThat(flat.rows(1, 2).texts()).containsExactly("never", "no");
    assertThat(flat.rows(1, 2).numbers()).containsExactly(Float.NaN);
  }

  @Test
  void requires_column_names_if_any_column_takes_texts() {
    assertThatThrownBy(() -> mixed.of(new float[][] {{1}}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rows by column name; [month, new] take texts");
  }

  @Test
  void names_column_and_row_of_an_invalid_cell() {
    assertThatThrownBy(() -> mixed.of(List.of(Map.of("age", "old", "month", "may", "new", "no"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("row 0: column \"age\": \"old\" (expected: a number)");
    assertThatThrownBy(() -> mixed.of(List.of(Map.of("month", new StringBuilder[0], "new", "no"))))
        .hasMessageMatching(
            "row 0: column \"month\": .+ \\(expected: a text, a number, a Boolean, or a date .+\\)");
    assertThatThrownBy(() -> mixed.of(List.of(Map.of("month", "may", "new", "perhaps"))))
        .hasMessage("row 0: column \"new\": \"perhaps\" (expected: no or yes)");
    assertThatThrownBy(() -> mixed.of(List.of(Map.of("month", "", "new", "no"))))
        .hasMessage("row 0: column \"month\": missing (expected: a text)");
    assertThatThrownBy(() -> mixed.of(List.of(Map.of("new", "no"))))
        .hasMessage("row 0: column \"month\": missing (expected: a text)");
  }

  @Test
  void names_the_row_of_a_wrong_width() {
    assertThatThrownBy(() -> rows.of(new float[][] {{1, 2}, {3}}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("row 1: 1 value (expected: 2, for [cement, water])");
    assertThatThrownBy(() -> rows.of(new float[] {1, 2, 3}, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("values: 3 (expected: 2 rows of 2");
    assertThatThrownBy(() -> rows.of(new float[0], -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void names_column_and_row_of_a_non_number() {
    assertThatThrownBy(() -> rows.of(new float[][] {{1, 2}, {3, Float.NaN}}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("row 1: column \"water\": NaN (expected: a finite number)");
    assertThatThrownBy(() -> rows.of(List.of(Map.of("cement", 1e300, "water", 1))))
        .hasMessageContaining(
            "row 0: column \"cement\": 1.0E300 (expected: a number of magnitude at most 3.4e38)");
  }

  @Test
  void names_unknown_and_missing_columns() {
    assertThatThrownBy(() -> rows.of(List.of(Map.of("cement", 1, "water", 2, "sand", 3))))
        .hasMessage("row 0: unknown column \"sand\" (expected: [cement, water])");
    assertThatThrownBy(() -> rows.of(List.of(Map.of("cement", 1, "water", 2), Map.of("cement", 1))))
        .hasMessage("row 1: column \"water\": missing (expected: a number)");
  }
}
