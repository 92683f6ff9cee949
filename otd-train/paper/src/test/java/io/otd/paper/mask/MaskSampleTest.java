// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.mask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaskSampleTest {
  @Test
  void moments_are_computed_per_unit() {
    MaskSample sample = new MaskSample(2, 2, new double[] {0, .2, 1, .4});
    assertThat(sample.get(1, 0)).isEqualTo(1);
    assertThat(sample.mean(0)).isEqualTo(.5);
    assertThat(sample.meanStandardDeviation()).isCloseTo(.3, within(1e-16));
  }

  @Test
  void the_covariance_divides_by_the_number_of_draws_minus_one() {
    double[][] covariance = new MaskSample(3, 2, new double[] {0, 1, 1, 1, 2, 4}).covariance();
    assertThat(covariance).isEqualTo(new double[][] {{1, 1.5}, {1.5, 3}});
  }

  @Test
  void saturated_entries_lie_strictly_outside_the_margin() {
    MaskSample sample = MaskSample.of(2, 3, new float[] {0, .04f, .06f, .94f, .96f, 1});
    assertThat(sample.saturated(.05)).isCloseTo(4 / 6.0, within(1e-15));
    assertThat(new MaskSample(1, 2, new double[] {.25, .75}).saturated(.25)).isZero();
  }

  @Test
  void uniform_masks_are_saturated_by_twice_the_margin() {
    double[] values = new double[1000];
    Arrays.setAll(values, i -> (i + .5) / 1000);
    assertThat(new MaskSample(1000, 1, values).saturated(.05)).isCloseTo(.1, within(1e-15));
  }

  @Test
  void correlations_of_linear_units_are_exact() {
    // Unit 1 = 1 - unit 0, unit 2 is orthogonal to both, unit 3 does not vary.
    MaskSample sample =
        new MaskSample(4, 4, new double[] {0, 1, 0, .5, 0, 1, 1, .5, 1, 0, 0, .5, 1, 0, 1, .5});
    MaskCorrelation correlation = MaskCorrelation.of(sample);
    double[][] wanted = {{1, -1, 0, 0}, {-1, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 4; j++) {
        assertThat(correlation.matrix()[i][j]).isCloseTo(wanted[i][j], within(1e-15));
      }
    }
    assertThat(correlation.largest()).isCloseTo(1, within(1e-15));
    assertThat(correlation.meanAbsolute()).isCloseTo(1 / 6.0, within(1e-15));
    assertThat(correlation.shareAbove(.5)).isCloseTo(1 / 6.0, within(1e-15));
  }

  @Test
  void the_correlation_of_a_shared_summand_is_its_share_of_the_variance() {
    // u, v, w independent with one variance: corr(u + w, v + w) = 1/2. All combinations of +-1.
    double[] values = new double[16];
    for (int k = 0; k < 8; k++) {
      int w = (k >> 2) * 2 - 1;
      values[2 * k] = (k & 1) * 2 - 1 + w;
      values[2 * k + 1] = (k >> 1 & 1) * 2 - 1 + w;
    }
    assertThat(MaskCorrelation.of(new MaskSample(8, 2, values)).matrix()[0][1])
        .isCloseTo(.5, within(1e-15));
  }

  @Test
  void a_single_unit_has_no_pairs() {
    MaskCorrelation one = MaskCorrelation.of(new MaskSample(2, 1, new double[] {0, 1}));
    assertThat(one.largest()).isZero();
    assertThat(one.meanAbsolute()).isZero();
    assertThat(one.shareAbove(.5)).isZero();
  }

  @Test
  void the_matrix_is_a_copy() {
    MaskCorrelation one = MaskCorrelation.of(new MaskSample(2, 1, new double[] {0, 1}));
    one.matrix()[0][0] = 9;
    assertThat(one.matrix()[0][0]).isEqualTo(1);
  }

  @Test
  void one_draw_has_no_covariance() {
    assertThatIllegalStateException()
        .isThrownBy(() -> new MaskSample(1, 2, new double[2]).covariance())
        .withMessage("masks: 1 draw (expected: at least 2 for a covariance)");
  }

  @Test
  void sizes_and_values_are_checked() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MaskSample(2, 2, new double[3]))
        .withMessageContaining("draws [2, 1, 2]: 3 values");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MaskSample(1, 2, new double[] {0, Double.NaN}))
        .withMessageContaining("NaN");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, .5, -1, Double.NaN})
  void a_margin_out_of_range_is_refused(double margin) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MaskSample(1, 1, new double[1]).saturated(margin))
        .withMessage("saturation margin: %s (expected: inside (0, 0.5))", margin);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-.1, 1.1, Double.NaN})
  void a_bound_out_of_range_is_refused(double bound) {
    MaskCorrelation one = MaskCorrelation.of(new MaskSample(2, 1, new double[] {0, 1}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> one.shareAbove(bound))
        .withMessage("correlation bound: %s (expected: inside [0, 1])", bound);
  }
}
