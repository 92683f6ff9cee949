// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.DateForm;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.DatePart;
import io.otd.core.schema.MissingRule;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrainingRangeTest {
  private static final TableSchema SCHEMA =
      new TableSchema(
          List.of(
              new BooleanInput("b", List.of("no"), List.of("yes"), .5, .5, MissingRule.REFUSED),
              new NumericInput("x", 5, 3, -100, 100, 5, MissingRule.FILLED),
              new DateInput(
                  "d",
                  DateForm.YEAR_FIRST,
                  List.of(
                      new DateInput.Part(DatePart.DAYS, NumericInput.scaled("days", 0, 1)),
                      new DateInput.Part(DatePart.MONTH, NumericInput.scaled("month", 6, 3))),
                  MissingRule.REFUSED),
              NumericInput.plain("none")),
          List.of(TargetColumn.plain("y")));

  private static final TrainingProfile PROFILE =
      new TrainingProfile(
          3,
          List.of(
              NumberProfile.of("x", new double[] {1.1, 5, 9.7}),
              NumberProfile.of("d: days", new double[] {19_000, 19_001, 19_300}),
              NumberProfile.of("d: month", new double[] {1, 1, 11}),
              NumberProfile.of("none", new double[] {Double.NaN, Double.NaN, Double.NaN})),
          List.of(TextProfile.of("b", List.of("no", "yes"), List.of(1, 2), 0, 3)),
          0,
          List.of());

  @Test
  void values_beyond_the_training_minimum_or_maximum_are_outside() {
    TrainingRange range = new TrainingRange(SCHEMA, PROFILE);
    assertThat(range.outside(1, 1.1)).isFalse();
    assertThat(range.outside(1, 9.7)).isFalse();
    assertThat(range.outside(1, 1.09)).isTrue();
    assertThat(range.outside(1, 9.71)).isTrue();
    assertThat(range.outside(1, Double.NaN)).isFalse();
    assertThat(range.of(1)).hasValueSatisfying(e -> assertThat(e).containsExactly(1.1f, 9.7f));
  }

  @Test
  void every_number_is_outside_if_the_column_had_none_in_training() {
    assertThat(new TrainingRange(SCHEMA, PROFILE).outside(3, 0)).isTrue();
    assertThat(new TrainingRange(SCHEMA, PROFILE).of(3)).isEmpty();
  }

  /** Day 19,000 is 2022-01-08, day 19,300 is 2022-11-04. */
  @Test
  void a_date_is_outside_if_any_of_its_numbers_is() {
    TrainingRange range = new TrainingRange(SCHEMA, PROFILE);
    assertThat(range.outside(2, "2022-01-08")).isFalse();
    assertThat(range.outside(2, "2022-11-05")).isTrue();
    assertThat(range.outside(2, "2022-01-07")).isTrue();
    assertThat(range.outside(2, "tomorrow")).isFalse();
    assertThat(range.outside(0, "yes")).isFalse();
  }

  @Test
  void the_bounds_are_used_if_there_is_no_profile() {
    TrainingRange range = new TrainingRange(SCHEMA, TrainingProfile.NONE);
    assertThat(range.outside(1, 99)).isFalse();
    assertThat(range.outside(1, 101)).isTrue();
    assertThat(range.outside(3, 1e30)).isFalse();
  }

  @Test
  void refuses_a_profile_of_different_columns() {
    TableSchema other =
        new TableSchema(List.of(NumericInput.plain("z")), List.of(TargetColumn.plain("y")));
    assertThatThrownBy(() -> new TrainingRange(other, PROFILE))
        .hasMessage("profile: numbers of [x, d: days, d: month, none] (expected: of [z])");
  }
}
