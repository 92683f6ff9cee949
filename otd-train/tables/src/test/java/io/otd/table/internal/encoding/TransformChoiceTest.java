// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.schema.BoundedTransform;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.LogTransform;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TargetSupport;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TransformChoiceTest {
  private static final int ROWS = 400;
  private static final List<InputColumn> INPUTS = List.of(NumericInput.plain("x"));

  private static TransformChoice choice(DoubleBinaryOperator law) {
    return choice(law, false);
  }

  /** Within 0 and above, or among all transforms. */
  private static TransformChoice choice(DoubleBinaryOperator law, boolean within) {
    SplittableRandom random = new SplittableRandom(11);
    double[] x = random.doubles(ROWS, -1.7, 1.7).toArray();
    double[] y = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      y[i] = law.applyAsDouble(x[i], random.nextGaussian());
    }
    Table table = new Table(List.of(new NumericColumn("x", x), new NumericColumn("y", y)));
    int[] rows = IntStream.range(0, ROWS).toArray();
    TargetSupport bounds =
        within ? TargetSupport.between(0, Double.POSITIVE_INFINITY) : TargetSupport.REAL;
    return TransformChoice.of(
        table, INPUTS, new TargetFit("y", RowWeights.equal(ROWS)), y, rows, bounds, !within);
  }

  private static double unit(TransformChoice choice) {
    return ((BoundedTransform) choice.column().transform()).unit();
  }

  @Test
  void the_line_bends_far_from_a_bound_if_noise_grows_with_the_target() {
    // The median is exp(2), about 7.
    TransformChoice choice = choice((x, noise) -> Math.exp(2 + x + .5 * noise), true);
    assertThat(unit(choice)).isGreaterThan(7);
  }

  @Test
  void the_line_bends_close_to_a_bound_if_noise_is_constant() {
    TransformChoice choice = choice((x, noise) -> 20 + 6 * x + 2 * noise, true);
    assertThat(unit(choice)).isBetween(.5, .75);
  }

  @Test
  void chooses_a_logarithm_if_noise_grows_with_the_target() {
    TransformChoice choice = choice((x, noise) -> Math.exp(2 + x + .5 * noise));

    assertThat(choice.column().transform()).isEqualTo(new LogTransform());
    assertThat(choice.notice())
        .startsWith("target \"y\": transform log chosen; scores left out one by one: none ");
  }

  @Test
  void leaves_a_linear_target_with_constant_noise_untransformed() {
    TransformChoice choice = choice((x, noise) -> 100 + 3 * x + noise);

    assertThat(choice.column().transform().linear()).isTrue();
    assertThat(choice.notice()).contains("transform none chosen", "log1p", "quantile");
  }

  /** A bend at 32, twice the median, has a score of 2.640, one at 8 of 2.645. */
  @Test
  void of_bends_that_are_as_good_the_nearest_is_chosen() {
    TransformChoice choice =
        choice((x, noise) -> Math.pow(Math.max(.1, 3 + x + .35 * noise), 2.5), true);
    assertThat(unit(choice)).isBetween(7.0, 9.0);
  }

  @Test
  void transforms_that_are_not_defined_are_not_tried() {
    assertThat(choice((x, noise) -> x + noise).notice())
        .contains("yeo_johnson")
        .doesNotContain("log");
  }

  /** Leaves out each row and refits the others by ordinary least squares. */
  @Test
  void errors_are_leave_one_out_errors() {
    SplittableRandom random = new SplittableRandom(4);
    int n = 300;
    float[] x = new float[n];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = (float) random.nextDouble(-1, 1);
      y[i] = 2 * x[i] + (i == 0 ? 50 : 0) + .1 * random.nextGaussian();
    }

    double[] errors = new LeaveOneOut(x, n, 1).errors(y);

    // The outlier does not influence its own prediction: fitted with it, its error would be
    // smaller.
    assertThat(errors[0]).isGreaterThan(49.5);
    double[] withoutOutlier = y.clone();
    withoutOutlier[0] = 2 * x[0];
    assertThat(y[0] - errors[0])
        .isCloseTo(
            withoutOutlier[0] - new LeaveOneOut(x, n, 1).errors(withoutOutlier)[0], within(.3));
  }
}
