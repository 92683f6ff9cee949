// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class InputColumnTest {
  private static final NumericInput AGE =
      new NumericInput("age", 40, 10, 0, 100, 35, MissingRule.INDICATED);
  private static final NumericInput SIZE =
      new NumericInput("size", 2, .5, 0, 3, 2, MissingRule.REFUSED);
  private static final BooleanInput SMOKER =
      new BooleanInput(
          "smoker", List.of("no"), List.of("yes", "Yes"), .25, .5, MissingRule.INDICATED);
  private static final CategoricalInput MONTH =
      new CategoricalInput("month", List.of("jan", "feb"), List.of(.75, .25), false, false);
  private static final CategoricalInput TOWN =
      new CategoricalInput("town", List.of("Rome", ""), List.of(.5, .25), true, true);

  private static float[] encoded(NumericInput column, double value) {
    float[] out = new float[column.width()];
    assertThat(column.encode(value, out, 0)).isEqualTo(out.length);
    return out;
  }

  private static float[] encoded(TextInput column, String text) {
    float[] out = new float[column.width()];
    assertThat(column.encode(text, out, 0)).isEqualTo(out.length);
    return out;
  }

  @Test
  void standardises_numbers_and_clips_them_to_their_bounds() {
    assertThat(encoded(SIZE, 2.25)).containsExactly(.5f);
    assertThat(encoded(SIZE, 79)).containsExactly(2);
    assertThat(encoded(SIZE, -1e30)).containsExactly(-4);
  }

  @Test
  void an_infinite_number_is_no_number_and_not_missing_either() {
    assertThat(encoded(SIZE, Double.NEGATIVE_INFINITY)).containsExactly(Float.NaN);
    assertThat(encoded(AGE, Double.POSITIVE_INFINITY)).containsExactly(Float.NaN, 0);
    assertThat(encoded(AGE, 1e39)).containsExactly(Float.NaN, 0);
  }

  @Test
  void fills_a_missing_number_and_sets_the_indicator() {
    assertThat(encoded(AGE, 50)).containsExactly(1, 0);
    assertThat(encoded(AGE, Double.NaN)).containsExactly(-.5f, 1);
    assertThat(AGE.features()).containsExactly("age", "age: missing");
  }

  @Test
  void encodes_a_missing_number_as_nan_if_missing_values_are_refused() {
    assertThat(encoded(SIZE, Double.NaN)).containsExactly(Float.NaN);
  }

  @Test
  void fills_missing_values_without_an_indicator_under_the_filled_rule() {
    NumericInput filled = new NumericInput("age", 40, 10, 0, 100, 35, MissingRule.FILLED);
    BooleanInput guessed =
        new BooleanInput("b", List.of("no"), List.of("yes"), .25, .5, MissingRule.FILLED);

    assertThat(encoded(filled, Double.NaN)).containsExactly(-.5f);
    assertThat(encoded(guessed, "")).containsExactly(0);
    assertThat(guessed.accepts("")).isTrue();
  }

  /** A linear map of these inputs is a piecewise linear function with knots at 0, 10 and 30. */
  @Test
  void clips_a_number_to_each_of_its_pieces() {
    List<NumericInput.Piece> pieces =
        List.of(new NumericInput.Piece(0, 10, 4, 2), new NumericInput.Piece(10, 30, 15, 10));
    NumericInput column =
        new NumericInput("age", 40, 10, 0, 100, 35, MissingRule.INDICATED, pieces);

    assertThat(encoded(column, 6)).containsExactly(-3.4f, 0, 1, -.5f);
    assertThat(encoded(column, 20)).containsExactly(-2, 0, 3, .5f);
    assertThat(encoded(column, 1000)).containsExactly(6, 0, 3, 1.5f);
    assertThat(encoded(column, Double.NaN)).containsExactly(-.5f, 1, 3, 1.5f);
    assertThat(column.features())
        .containsExactly("age", "age: missing", "age: 0 to 10", "age: 10 to 30");
    assertThat(column.description()).contains("and 2 pieces of its range");
  }

  @Test
  void pieces_are_nan_for_a_missing_number_if_missing_values_are_refused() {
    NumericInput column =
        new NumericInput(
            "size",
            2,
            .5,
            0,
            3,
            2,
            MissingRule.REFUSED,
            List.of(new NumericInput.Piece(0, 1, 0, 1)));

    assertThat(encoded(column, Double.NaN)).containsExactly(Float.NaN, Float.NaN);
  }

  @Test
  void refuses_a_piece_with_zero_length_or_invalid_scale() {
    assertThatThrownBy(() -> new NumericInput.Piece(1, 1, 0, 1))
        .hasMessage("piece: bounds 1.0 and 1.0 (expected: finite, in order)");
    assertThatThrownBy(() -> new NumericInput.Piece(Double.NEGATIVE_INFINITY, 1, 0, 1))
        .hasMessageContaining("bounds -Infinity and 1.0");
    assertThatThrownBy(() -> new NumericInput.Piece(0, 1, Double.NaN, 1))
        .hasMessage("piece: mean NaN, scale 1.0 (expected: finite, scale > 0)");
    assertThatThrownBy(() -> new NumericInput.Piece(0, 1, 0, 0)).hasMessageContaining("scale 0.0");
  }

  /** 16777217 is 2^24 + 1, which float32 does not hold: a served model would get 2^24. */
  @Test
  void rounds_a_number_to_float32_before_standardising() {
    NumericInput id = new NumericInput("id", 16777216, 1, 0, 1e9, 0, MissingRule.REFUSED);

    assertThat(encoded(id, 16777217)).containsExactly(0);
    assertThat(encoded(id, 16777218)).containsExactly(2);
  }

  @Test
  void encodes_yes_and_no_as_numbers() {
    assertThat(encoded(SMOKER, "no")).containsExactly(-.5f, 0);
    assertThat(encoded(SMOKER, "yes")).containsExactly(1.5f, 0);
    assertThat(encoded(SMOKER, "Yes")).containsExactly(1.5f, 0);
    assertThat(encoded(SMOKER, "")).containsExactly(0, 1);
    assertThat(encoded(SMOKER, "perhaps")).containsExactly(Float.NaN, Float.NaN);
    assertThat(SMOKER.accepts("perhaps")).isFalse();
    assertThat(SMOKER.accepts("")).isTrue();
  }

  @Test
  void a_missing_boolean_is_not_accepted_if_missing_values_are_refused() {
    BooleanInput strict =
        new BooleanInput("b", List.of("no"), List.of("yes"), .25, .5, MissingRule.REFUSED);

    assertThat(encoded(strict, "")).containsExactly(Float.NaN);
    assertThat(strict.accepts("")).isFalse();
    assertThat(strict.width()).isEqualTo(1);
  }

  @Test
  void gives_each_category_an_input() {
    assertThat(encoded(MONTH, "jan")).containsExactly(1, 0);
    assertThat(encoded(MONTH, "feb")).containsExactly(0, 1);
    assertThat(MONTH.features()).containsExactly("month=jan", "month=feb");
  }

  @Test
  void encodes_an_unknown_category_as_the_mean_of_the_training_rows() {
    assertThat(encoded(MONTH, "dec")).containsExactly(.75f, .25f);
    assertThat(encoded(MONTH, "")).containsExactly(.75f, .25f);
  }

  @Test
  void accepts_any_category_but_a_missing_one_only_if_seen_in_training() {
    assertThat(MONTH.accepts("dec")).isTrue();
    assertThat(MONTH.accepts("")).isFalse();
    assertThat(TOWN.accepts("")).isTrue();
  }

  @Test
  void encodes_an_unknown_category_as_the_other_bucket_if_one_was_learned() {
    assertThat(encoded(TOWN, "Oslo")).containsExactly(0, 0, 1);
    assertThat(encoded(TOWN, "")).containsExactly(0, 1, 0);
    assertThat(TOWN.features()).containsExactly("town=Rome", "town: missing", "town: other");
  }

  @Test
  void lists_the_codes_of_all_known_texts_and_then_of_any_other_text() {
    for (ListedInput column : List.of(SMOKER, MONTH, TOWN)) {
      float[][] codes = column.codes();
      assertThat(codes).hasDimensions(column.texts().size() + 1, column.width());
      for (int place = 0; place < column.texts().size(); place++) {
        assertThat(codes[place]).containsExactly(encoded(column, column.texts().get(place)));
      }
      assertThat(codes[column.texts().size()]).containsExactly(encoded(column, "???"));
    }
  }

  @Test
  void concatenates_the_inputs_of_all_columns() {
    TableSchema schema =
        new TableSchema(List.of(MONTH, AGE, SMOKER, SIZE), List.of(TargetColumn.plain("y")));

    assertThat(schema.width()).isEqualTo(7);
    assertThat(schema.numeric()).containsExactly(AGE, SIZE);
    assertThat(schema.text()).containsExactly(MONTH, SMOKER);
    assertThat(schema.encode(new float[] {Float.NaN, 3}, List.of("feb", "no")))
        .containsExactly(0, 1, -.5f, 1, -.5f, 0, 2);
  }

  @Test
  void refuses_invalid_columns_by_name() {
    assertThatThrownBy(() -> new NumericInput("age", 0, 0, 0, 1, 0, MissingRule.REFUSED))
        .hasMessageContaining("column \"age\": mean 0.0, scale 0.0");
    assertThatThrownBy(() -> new NumericInput("age", 0, 1, 1, Double.NaN, 0, MissingRule.REFUSED))
        .hasMessageContaining("bounds 1.0 and NaN");
    assertThatThrownBy(
            () -> new BooleanInput("b", List.of("x"), List.of("x"), 0, 1, MissingRule.REFUSED))
        .hasMessageContaining("column \"b\"");
    assertThatThrownBy(() -> new CategoricalInput("c", List.of("a"), List.of(), false, false))
        .hasMessageContaining("column \"c\": shares []");
    assertThatThrownBy(() -> new TableSchema(List.of(AGE), List.of(TargetColumn.plain("age"))))
        .hasMessageContaining("\"age\" appears twice");
  }
}
