// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.MissingRule;
import io.otd.table.Column;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TextFitTest {
  private static int[] rows(int count) {
    return IntStream.range(0, count).toArray();
  }

  /** A fit of the column of a table without targets. */
  private static TextFit fit(int most, Column column) {
    return new TextFit(
        Optional.of(most),
        new TargetRanks(new Table(List.of(column)), List.of(), rows(column.rows())));
  }

  /** The categories of 300 texts, in 1,500 rows, of a column beside a target. */
  private static CategoricalInput besideTarget(IntToDoubleFunction target) {
    List<String> texts = IntStream.range(0, 300).mapToObj(i -> "t" + i).toList();
    TextColumn column =
        new TextColumn("c", texts, IntStream.of(rows(1500)).map(i -> i % 300).toArray());
    double[] y = IntStream.of(rows(1500)).mapToDouble(target).toArray();
    Table table = new Table(List.of(column, new NumericColumn("y", y)));
    TextFit fit = new TextFit(Optional.empty(), new TargetRanks(table, List.of("y"), rows(1500)));
    return (CategoricalInput) fit.categories(column, rows(1500), RowWeights.equal(1500)).column();
  }

  @Test
  void rare_categories_are_kept_if_they_are_informative() {
    SplittableRandom random = new SplittableRandom(5);
    double[] effects = random.doubles(300).toArray();

    assertThat(besideTarget(i -> effects[i % 300] + .1 * random.nextGaussian()).categories())
        .hasSize(300);
    assertThat(besideTarget(i -> random.nextGaussian()).categories()).hasSize(100);
  }

  @Test
  void categories_are_those_of_the_training_rows_in_dictionary_order() {
    TextColumn column = new TextColumn("c", List.of("x", "y", "z"), new int[] {1, 0, 1, -1, 2});

    CategoricalInput fitted =
        (CategoricalInput) fit(9, column).categories(column, rows(4), RowWeights.equal(4)).column();

    assertThat(fitted.categories()).containsExactly("x", "y", "");
    assertThat(fitted.shares()).containsExactly(.25, .5, .25);
    assertThat(fitted.bucket()).isFalse();
    assertThat(fitted.mayBeMissing()).isTrue();
  }

  @Test
  void surplus_categories_share_the_bucket_and_are_reported() {
    TextColumn column =
        new TextColumn("c", List.of("p", "q", "r", "s"), new int[] {0, 3, 1, 3, 2, 1, 3});

    FittedInput fitted = fit(2, column).categories(column, rows(7), RowWeights.equal(7));

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
        (CategoricalInput) fit(9, column).categories(column, rows(3), RowWeights.equal(3)).column();

    assertThat(fitted.categories()).containsExactly("2", "10");
    assertThat(fitted.mayBeMissing()).isFalse();
  }

  @Test
  void booleans_are_standardised() {
    TextColumn column = new TextColumn("b", List.of("Yes", "no"), new int[] {0, 1, 1, 1, -1, 0});

    BooleanInput fitted =
        (BooleanInput) fit(9, column).yesAndNo(column, rows(5), RowWeights.equal(5)).column();

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
        (BooleanInput)
            fit(9, column).yesAndNo(column, rows(10_000), RowWeights.equal(10_000)).column();

    assertThat(fitted.code(fitted.place("t"), 0)).isBetween(9.9, 10.0);
  }
}
