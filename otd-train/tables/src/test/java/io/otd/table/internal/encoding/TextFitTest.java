// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.MissingRule;
import io.otd.table.NumericColumn;
import io.otd.table.TextColumn;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TextFitTest {
  private static int[] rows(int count) {
    return IntStream.range(0, count).toArray();
  }

  @Test
  void categories_are_those_of_the_training_rows_in_dictionary_order() {
    TextColumn column = new TextColumn("c", List.of("x", "y", "z"), new int[] {1, 0, 1, -1, 2});

    CategoricalInput fitted =
        (CategoricalInput) new TextFit(Optional.of(9)).categories(column, rows(4)).column();

    assertThat(fitted.categories()).containsExactly("x", "y", "");
    assertThat(fitted.shares()).containsExactly(.25, .5, .25);
    assertThat(fitted.bucket()).isFalse();
    assertThat(fitted.mayBeMissing()).isTrue();
  }

  @Test
  void surplus_categories_share_the_bucket_and_are_reported() {
    TextColumn column =
        new TextColumn("c", List.of("p", "q", "r", "s"), new int[] {0, 3, 1, 3, 2, 1, 3});

    FittedInput fitted = new TextFit(Optional.of(2)).categories(column, rows(7));

    CategoricalInput input = (CategoricalInput) fitted.column();
    assertThat(input.categories()).containsExactly("q", "s");
    assertThat(input.bucket()).isTrue();
    assertThat(fitted.notices())
        .containsExactly(
            "column \"c\": 4 different texts, of which the 2 most frequent are categories and the"
                + " others share one (columns.most_categories)");
  }

  @Test
  void numbers_can_be_categories() {
    NumericColumn column = new NumericColumn("c", new double[] {2, 10, 2});

    CategoricalInput fitted =
        (CategoricalInput) new TextFit(Optional.of(9)).categories(column, rows(3)).column();

    assertThat(fitted.categories()).containsExactly("2", "10");
    assertThat(fitted.mayBeMissing()).isFalse();
  }

  @Test
  void booleans_are_standardised() {
    TextColumn column = new TextColumn("b", List.of("Yes", "no"), new int[] {0, 1, 1, 1, -1, 0});

    BooleanInput fitted =
        (BooleanInput) new TextFit(Optional.of(9)).yesAndNo(column, rows(5)).column();

    assertThat(fitted.mean()).isEqualTo(.25);
    assertThat(fitted.scale()).isCloseTo(Math.sqrt(3.0 / 16), within(1e-15));
    assertThat(fitted.missing()).isEqualTo(MissingRule.INDICATED);
    assertThat(fitted.accepts("NO")).isTrue();
  }

  @Test
  void a_rare_boolean_is_standardised_to_at_most_ten() {
    int[] codes = new int[10_000];
    codes[3] = 1;
    TextColumn column = new TextColumn("b", List.of("f", "t"), codes);

    BooleanInput fitted =
        (BooleanInput) new TextFit(Optional.of(9)).yesAndNo(column, rows(10_000)).column();

    assertThat(fitted.code(fitted.place("t"), 0)).isBetween(9.9, 10.0);
  }
}
