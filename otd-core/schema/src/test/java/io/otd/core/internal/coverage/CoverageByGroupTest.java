// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.coverage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.weight.RowWeights;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows of a few groups, whose values lie at places of a calibrated law or another one. */
class CoverageByGroupTest {
  private static RowDivision turns(int rows, int groups) {
    return RowDivision.ofNumbers(
        "g", IntStream.range(0, rows).mapToDouble(i -> i % groups).toArray());
  }

  private static double[] uniform(int rows, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return random.doubles(rows).toArray();
  }

  @Test
  void about_one_in_twenty_calibrated_models_has_a_group_outside_its_band() {
    int models = 4000;
    int outside = 0;
    for (int seed = 0; seed < models; seed++) {
      CoverageByGroup by =
          CoverageByGroup.of(
              .9, uniform(800, seed), Optional.empty(), turns(800, 4), RowWeights.equal(800));
      outside += by.holds() ? 0 : 1;
    }
    // The ends are whole numbers of rows, so that the band is wider than it need be. Its error over
    // the models is .003.
    assertThat((double) outside / models).isBetween(.02, .055);
  }

  @Test
  void a_band_of_few_rows_follows_the_binomial_law_and_not_the_normal_one() {
    Coverage.Band band = new Coverage(.9, 1, 5, 5).band(.05);
    // P(at most 2 of 5) = .0086, P(at most 3 of 5) = .081.
    assertThat(band.low()).isEqualTo(.6);
    assertThat(band.high()).isEqualTo(1);
  }

  @Test
  void a_group_whose_intervals_are_too_narrow_is_named_with_what_was_expected() {
    double[] places = uniform(1000, 1);
    BitSet conformal = new BitSet();
    conformal.set(0, 1000);
    for (int i = 1; i < places.length; i += 2) {
      places[i] = places[i] < .5 ? 0 : places[i];
    }
    CoverageByGroup by =
        CoverageByGroup.of(
            .9, places, Optional.of(conformal), turns(1000, 2), RowWeights.equal(1000));
    assertThat(by.holds()).isFalse();
    assertThat(by.groups()).extracting(CoverageByGroup.Group::name).containsExactly("0", "1");
    assertThat(by.groups().get(1).coverage().share()).isCloseTo(.45, within(.07));
    assertThat(by.groups().get(1).conformal().orElseThrow().share()).isEqualTo(1);
    assertThat(by.sentence())
        .startsWith("Not for all groups by g alike: covered are ")
        .contains("% of \"1\" (expected: ")
        .doesNotContain("\"0\"");
    assertThat(by.groups().get(0).coverage().rows()).isEqualTo(500);
  }

  @Test
  void texts_are_divided_by_themselves_and_the_rarest_of_many_together() {
    RowDivision few = RowDivision.ofTexts("c", List.of("b", "a", "", "a"));
    assertThat(few.names()).containsExactly("a", "b", "(missing)");
    assertThat(few.parts()).containsExactly(1, 0, 2, 0);
    List<String> many = IntStream.range(0, 30).mapToObj(i -> "t" + Math.min(i, 25)).toList();
    RowDivision some = RowDivision.ofTexts("c", many);
    assertThat(some.names())
        .hasSize(RowDivision.MOST_TEXTS + 1)
        .startsWith("t25")
        .endsWith("(all others)");
    assertThat(Arrays.stream(some.parts()).filter(p -> p == RowDivision.MOST_TEXTS).count())
        .isEqualTo(6);
  }

  @Test
  void many_numbers_are_divided_into_fifths_that_keep_equal_ones_together() {
    double[] numbers =
        IntStream.range(0, 101).mapToDouble(i -> i == 100 ? Double.NaN : i).toArray();
    RowDivision fifths = RowDivision.ofNumbers("x", numbers);
    assertThat(fifths.names())
        .containsExactly("0 to 19", "20 to 39", "40 to 59", "60 to 79", "80 to 99", "(missing)");
    assertThat(fifths.parts()[39]).isEqualTo(1);
    assertThat(fifths.parts()[100]).isEqualTo(5);
    double[] mostlyZero = IntStream.range(0, 100).mapToDouble(i -> Math.max(0, i - 50)).toArray();
    assertThat(RowDivision.ofNumbers("x", mostlyZero).names())
        .containsExactly("0 to 9", "10 to 29", "30 to 49");
  }

  @Test
  void a_column_without_any_number_is_one_part() {
    assertThat(RowDivision.ofNumbers("x", new double[] {Double.NaN, Double.NaN}).names())
        .containsExactly("(missing)");
  }
}
