// SPDX-License-Identifier: Apache-2.0
package io.otd.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.metrics.VarianceParts;
import io.otd.core.schema.TargetColumn;
import java.util.List;
import org.junit.jupiter.api.Test;

class PredictionTest {
  /** Draws 4, 1, 3, 2. */
  private static final Prediction ONE =
      new Prediction(
          List.of(TargetColumn.plain("strength")),
          new float[] {2.5f},
          new float[] {1.118034f},
          new float[] {4, 1, 3, 2},
          ConformalCalibration.NONE,
          List.of(0, 1, 0, 1));

  private static final Prediction TWO =
      new Prediction(
          List.of(TargetColumn.plain("a"), TargetColumn.plain("b")),
          new float[] {1.5f, 15},
          new float[] {.5f, 5},
          new float[] {1, 20, 2, 10},
          ConformalCalibration.NONE,
          List.of(0, 1));

  @Test
  void returns_the_smallest_draw_that_reaches_a_probability() {
    assertThat(ONE.quantile(0.25)).isEqualTo(1);
    assertThat(ONE.quantile(0.26)).isEqualTo(2);
    assertThat(ONE.quantile(0.5)).isEqualTo(2);
    assertThat(ONE.quantile(1)).isEqualTo(4);
  }

  /** Two networks, of draws 4, 3 and 1, 2: each has a variance of 1/2, their means differ by 2. */
  @Test
  void divides_the_variance_into_the_parts_within_and_between_networks() {
    assertThat(ONE.variance().within()).isCloseTo(.5, within(1e-6));
    assertThat(ONE.variance().between()).isCloseTo(1.25 - .5, within(1e-6));
    assertThat(TWO.variance(1)).isEqualTo(new VarianceParts(0, 25));
  }

  @Test
  void gives_central_intervals() {
    assertThat(ONE.interval(0.5)).isEqualTo(new Interval(1, 3));
    assertThat(ONE.interval(0.9)).isEqualTo(new Interval(1, 4));
    assertThat(ONE.interval(0.5).width()).isEqualTo(2);
    assertThat(ONE.interval(0.5).contains(3)).isTrue();
    assertThat(ONE.interval(0.5).contains(3.01)).isFalse();
  }

  @Test
  void returns_the_conformal_interval_if_the_level_has_one() {
    Prediction calibrated =
        new Prediction(
            List.of(TargetColumn.plain("strength")),
            new float[] {2.5f},
            new float[] {1.118034f},
            new float[] {4, 1, 3, 2},
            new ConformalCalibration(
                new ConformalRule.Quantiles(),
                12,
                List.of(
                    new ConformalLevel(.5, List.of(.25)),
                    new ConformalLevel(.95, List.of(Double.POSITIVE_INFINITY)))),
            List.of(0, 1, 0, 1));
    assertThat(calibrated.interval(.5)).isEqualTo(new Interval(.75, 3.25));
    assertThat(calibrated.centralInterval(0, .5)).isEqualTo(new Interval(1, 3));
    assertThat(calibrated.interval(.9)).isEqualTo(new Interval(1, 4));
    assertThat(calibrated.interval(.95).width()).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void counts_draws_at_or_below_a_threshold() {
    assertThat(ONE.probabilityBelow(0)).isZero();
    assertThat(ONE.probabilityBelow(3)).isEqualTo(0.75);
    assertThat(ONE.probabilityBelow(Double.POSITIVE_INFINITY)).isEqualTo(1);
    assertThat(ONE.probabilitiesBelow(new double[] {3, 0, 1.5})).containsExactly(.75, 0, .25);
    assertThat(TWO.probabilitiesBelow(1, new double[] {10, 20})).containsExactly(.5, 1);
  }

  /** In single precision a tenth is above a tenth. */
  @Test
  void counts_draws_at_a_threshold_that_is_no_binary_fraction() {
    Prediction tenths = PredictedLaws.of(.1f, .2f, .3f, .7f, .1f);
    assertThat(tenths.probabilitiesBelow(new double[] {.1, .15, .2, .3, .7, 1e300, -1e300}))
        .containsExactly(.4, .4, .6, .8, 1, 1, 0);
  }

  @Test
  void keeps_draw_order_and_separates_targets() {
    assertThat(ONE.samples()).containsExactly(4, 1, 3, 2);
    assertThat(TWO.samples(0)).containsExactly(1, 2);
    assertThat(TWO.samples(1)).containsExactly(20, 10);
    assertThat(TWO.mean(1)).isEqualTo(15);
    assertThat(TWO.std(1)).isEqualTo(5);
    assertThat(TWO.quantile(1, 0.5)).isEqualTo(10);
    assertThat(TWO.interval(1, 0.5)).isEqualTo(new Interval(10, 20));
    assertThat(TWO.probabilityBelow(1, 10)).isEqualTo(0.5);
  }

  @Test
  void returns_defensive_copies() {
    ONE.samples()[0] = 99;

    assertThat(ONE.samples()).containsExactly(4, 1, 3, 2);
  }

  @Test
  void rejects_invalid_arguments() {
    assertThatThrownBy(() -> ONE.quantile(0)).hasMessageContaining("probability: 0.0");
    assertThatThrownBy(() -> ONE.quantile(Double.NaN)).hasMessageContaining("probability: NaN");
    assertThatThrownBy(() -> ONE.interval(1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ONE.probabilityBelow(Double.NaN)).hasMessageContaining("threshold");
    assertThatThrownBy(() -> TWO.mean())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("[a, b] (expected: one");
    assertThatThrownBy(() -> TWO.mean(2)).hasMessageContaining("target: 2 (expected: from 0 to 1)");
  }
}
