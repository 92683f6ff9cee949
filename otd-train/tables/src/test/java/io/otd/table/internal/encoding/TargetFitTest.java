// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.schema.QuantileTransform;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.YeoJohnsonTransform;
import io.otd.table.problem.InputException;
import io.otd.table.settings.ColumnSettings.Transform;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TargetFitTest {
  private static TargetFit fit(double[] values) {
    return new TargetFit("y", RowWeights.equal(values.length));
  }

  @Test
  void an_untransformed_target_is_standardised_and_unbounded() {
    TargetColumn column = fit(new double[] {10, 30}).fit(new double[] {10, 30}, Transform.NONE);

    assertThat(column.mean()).isEqualTo(20);
    assertThat(column.scale()).isEqualTo(10);
    assertThat(column.back(1e9)).isEqualTo(1e10 + 20);
  }

  @ParameterizedTest
  @EnumSource(
      value = Transform.class,
      names = {"LOG", "LOG1P", "YEO_JOHNSON", "QUANTILE"})
  void a_transformed_target_is_clipped_to_the_training_range_plus_a_margin(Transform kind) {
    double[] values = new SplittableRandom(1).doubles(300).map(u -> Math.exp(4 * u)).toArray();
    TargetColumn column = fit(values).fit(values, kind);
    double[] outputs = Arrays.stream(values).map(column::forward).sorted().toArray();

    double margin = .1 * (outputs[299] - outputs[0]);
    assertThat(column.upper()).isCloseTo(outputs[299] + margin, within(1e-9));
    assertThat(column.lower()).isLessThan(outputs[0]);
    assertThat(Arrays.stream(outputs).average().orElseThrow()).isCloseTo(0, within(1e-9));
    assertThat(column.back(100)).isEqualTo(column.back(column.upper())).isLessThan(1000);
    for (double value : values) {
      assertThat(column.back(column.forward(value))).isCloseTo(value, within(1e-9 * value));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Transform.class,
      names = {"LOG1P", "YEO_JOHNSON", "QUANTILE"})
  void amounts_are_not_predicted_below_zero(Transform kind) {
    TargetColumn column = fit(new double[] {0, 0, 3, 50}).fit(new double[] {0, 0, 3, 50}, kind);

    assertThat(column.back(-100)).isCloseTo(0, within(1e-12));
  }

  /**
   * scipy 1.17.1: {@code z = (y - 4.5) / unit}, the unit of Hazen's quartiles; {@code
   * stats.yeojohnson_llf} is greatest at this one of 0, 0.01, ... 2.
   */
  @Test
  void the_power_maximises_the_likelihood() {
    double[] values = {1, 2, 2.5, 3, 3.2, 4, 5, 5.5, 7, 9, 10, 11};

    TargetColumn column = fit(values).fit(values, Transform.YEO_JOHNSON);

    YeoJohnsonTransform transform = (YeoJohnsonTransform) column.transform();
    assertThat(transform.center()).isEqualTo(4.5);
    assertThat(transform.unit()).isCloseTo(3.8918308235772052, within(1e-12));
    assertThat(transform.lambda()).isCloseTo(.3, within(1e-9));
    assertThat(column.mean()).isCloseTo(0.03534732303703866, within(1e-12));
    assertThat(column.scale()).isCloseTo(0.7116281417565162, within(1e-12));
  }

  @Test
  void the_power_does_not_depend_on_the_units_of_the_target() {
    double[] values = new SplittableRandom(2).doubles(500).map(u -> u * u * u).toArray();
    double[] other = Arrays.stream(values).map(v -> 1000 * v - 7).toArray();

    TargetColumn a = fit(values).fit(values, Transform.YEO_JOHNSON);
    TargetColumn b = fit(other).fit(other, Transform.YEO_JOHNSON);

    for (int i = 0; i < values.length; i++) {
      assertThat(b.forward(other[i])).isCloseTo(a.forward(values[i]), within(1e-9));
    }
  }

  /**
   * scipy 1.17.1: {@code stats.norm.ppf} and {@code numpy.percentile(..., method="hazen")} at
   * evenly spaced scores; the four zeros share the mean of their scores.
   */
  @Test
  void the_quantile_transform_interpolates_normal_scores() {
    TargetColumn column =
        fit(new double[] {8, 0, 0, 4, 2, 0, 1, 0})
            .fit(new double[] {8, 0, 0, 4, 2, 0, 1, 0}, Transform.QUANTILE);

    QuantileTransform transform = (QuantileTransform) column.transform();
    double[] values = {0, 1.1938985887269986, 2.9130225855131773, 5.629341787084428, 8};
    double[] scores = {
      -0.8766403110585979,
      0.2191600777646494,
      0.6574802332939482,
      1.0958003888232475,
      1.5341205443525463
    };
    for (int i = 0; i < values.length; i++) {
      assertThat(transform.values().get(i)).isCloseTo(values[i], within(1e-9));
      assertThat(transform.scores().get(i)).isCloseTo(scores[i], within(1e-9));
    }
    assertThat(transform.values()).hasSize(values.length);
  }

  @Test
  void the_quantile_transform_makes_any_distribution_normal_with_few_points() {
    double[] values = new SplittableRandom(3).doubles(20_000).map(u -> -Math.log(u)).toArray();

    TargetColumn column = fit(values).fit(values, Transform.QUANTILE);

    assertThat(((QuantileTransform) column.transform()).values()).hasSizeLessThan(102);
    double[] outputs = Arrays.stream(values).map(column::forward).sorted().toArray();
    // Quantiles of the standard normal distribution at 0.1, 0.5, 0.9 and 0.999.
    assertThat(outputs[2000]).isCloseTo(-1.2816, within(.02));
    assertThat(outputs[10_000]).isCloseTo(0, within(.02));
    assertThat(outputs[18_000]).isCloseTo(1.2816, within(.02));
    assertThat(outputs[19_980]).isCloseTo(3.0902, within(.05));
  }

  @ParameterizedTest
  @EnumSource(value = Transform.class, mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
  void a_constant_target_is_not_transformed(Transform kind) {
    TargetColumn column = fit(new double[] {5, 5, 5}).fit(new double[] {5, 5, 5}, kind);

    assertThat(column.forward(5)).isZero();
    assertThat(column.scale()).isEqualTo(1);
    assertThat(column.transform().linear()).isTrue();
  }

  @Test
  void a_value_without_a_logarithm_is_reported_with_the_target() {
    assertThatThrownBy(() -> fit(new double[] {1, 0}).fit(new double[] {1, 0}, Transform.LOG))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("target \"y\": 0.0 (expected: above 0, for log)");
  }
}
