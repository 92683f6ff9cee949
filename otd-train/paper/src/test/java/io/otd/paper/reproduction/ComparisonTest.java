// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.reproduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.paper.experiment.Bound;
import io.otd.paper.experiment.Reference;
import io.otd.train.internal.result.Spread;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final Reference REFERENCE =
      new Reference("otd", "rmse", "0.07", "0.07", atMost(.10), atMost(.08));

  @Test
  void a_single_run_is_judged_by_its_own_bound() {
    assertThat(judged(.095)).isEqualTo(Comparison.Verdict.INSIDE);
    assertThat(judged(.105)).isEqualTo(Comparison.Verdict.OUTSIDE);
    assertThat(judged(.05, .105)).isEqualTo(Comparison.Verdict.OUTSIDE);
  }

  @Test
  void the_mean_of_three_runs_is_judged_by_the_narrower_bound() {
    assertThat(judged(.06, .07, .105)).isEqualTo(Comparison.Verdict.INSIDE);
    assertThat(judged(.08, .09, .09)).isEqualTo(Comparison.Verdict.OUTSIDE);
  }

  @Test
  void a_missing_or_nan_measure_is_outside() {
    assertThat(Comparison.of(REFERENCE, new double[] {.05}, 2, true).verdict())
        .isEqualTo(Comparison.Verdict.OUTSIDE);
    assertThat(judged(Double.NaN)).isEqualTo(Comparison.Verdict.OUTSIDE);
  }

  @Test
  void nothing_is_judged_without_a_bound_or_at_another_scale() {
    assertThat(Comparison.of(REFERENCE, new double[] {.5}, 1, false).verdict())
        .isEqualTo(Comparison.Verdict.NOT_JUDGED);
    assertThat(
            Comparison.of(
                    new Reference("otd", "rmse", "", "", null, null), new double[] {9}, 1, true)
                .verdict())
        .isEqualTo(Comparison.Verdict.NOT_JUDGED);
  }

  @Test
  void the_spread_is_the_sample_standard_deviation() {
    Spread spread = Spread.of(new double[] {1, 2, 3});
    assertThat(spread.mean()).isEqualTo(2);
    assertThat(spread.sd()).isCloseTo(1, within(1e-15));
    assertThat(Spread.of(new double[] {7}).sd()).isZero();
  }

  private static Comparison.Verdict judged(double... values) {
    return Comparison.of(REFERENCE, values, values.length, true).verdict();
  }

  private static Bound atMost(double high) {
    return new Bound(Double.NEGATIVE_INFINITY, high);
  }
}
