// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.coverage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.weight.RowWeights;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

/** Rows of width and median i, whose values lie at places of a calibrated law or another one. */
class CoverageBySizeTest {
  private static final int ROWS = 2000;

  private static double[] numbers(IntToDoubleFunction of) {
    double[] values = new double[ROWS];
    Arrays.setAll(values, of);
    return values;
  }

  private static CoverageBySize by(double[] places) {
    return CoverageBySize.of(
            .9, places, numbers(i -> i), numbers(i -> i), RowWeights.equal(places.length))
        .orElseThrow();
  }

  private static double[] uniform(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return numbers(i -> random.nextDouble());
  }

  /** 1.96 and 2.81 deviations: one in twenty, and one in twenty of ten shares (Sidak). */
  @Test
  void about_one_in_twenty_calibrated_models_has_a_fifth_outside_its_band() {
    int models = 2000;
    int outside = 0;
    for (int seed = 0; seed < models; seed++) {
      SplittableRandom order = new SplittableRandom(~seed);
      CoverageBySize size =
          CoverageBySize.of(
                  .9,
                  uniform(seed),
                  numbers(i -> order.nextDouble()),
                  numbers(i -> i),
                  RowWeights.equal(ROWS))
              .orElseThrow();
      outside += size.holdsForAll() ? 0 : 1;
    }
    double rate = (double) outside / models;
    // Standard error 0.005; a count of rows takes steps, which moves the rate by about 0.01.
    assertThat(rate).isCloseTo(.05, within(.02));
  }

  @Test
  void the_band_of_a_fifth_has_the_probability_of_the_binomial_law() {
    CoverageBySize by = by(uniform(1));
    Coverage fifth = by.byWidth().fifths().get(2);
    Coverage.Band band = by.band(fifth);
    assertThat(fifth.rows()).isEqualTo(ROWS / 5);
    BinomialDistribution law = BinomialDistribution.of(fifth.rows(), .9);
    double inside =
        law.probability(
            (int) Math.ceil(band.low() * fifth.rows()) - 1,
            (int) Math.floor(band.high() * fifth.rows()));
    double normal = 2 * NormalDistribution.of(0, 1).cumulativeProbability(2.81) - 1;
    assertThat(inside).isCloseTo(normal, within(.005));
  }

  @Test
  void a_spread_that_is_right_only_on_average_is_named_by_its_fifths() {
    // Places farther out for larger rows: 1.00 of the first fifth is covered, .8 of the last.
    double[] places = uniform(3);
    double[] moved =
        numbers(i -> .5 + (places[i] - .5) * (i < ROWS / 2 ? .9 : i < .8 * ROWS ? 1 : 1.125));
    CoverageBySize by = by(moved);
    assertThat(by.holdsForAll()).isFalse();
    assertThat(by.sentence())
        .startsWith("Not for all rows alike: 100 % of the narrowest fifth of intervals")
        .contains("of the largest fifth of predictions are covered (expected: 90 \u00b1 4.2 %)");
    assertThat(by.byWidth().fifths().get(0).share()).isEqualTo(1);
    // 400 rows at .8: standard error 0.02.
    assertThat(by.byMedian().fifths().get(4).share()).isCloseTo(.8, within(.06));
  }

  @Test
  void of_many_wrong_fifths_the_worst_on_either_side_are_told() {
    double[] places = uniform(3);
    String said = by(numbers(i -> .5 + (places[i] - .5) * 1.4)).sentence();
    assertThat(said.split("; ")).hasSize(2);
  }

  @Test
  void fewer_than_a_hundred_rows_are_not_divided() {
    double[] rows = new double[99];
    assertThat(CoverageBySize.of(.9, rows, rows, rows, RowWeights.equal(rows.length))).isEmpty();
  }
}
