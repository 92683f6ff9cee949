// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import static io.otd.core.Near.assertMeets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.Golden;
import io.otd.train.internal.network.TrainingRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExperimentDataTest {
  /** Tolerance of the golden file: a few roundings. */
  private static final double TOLERANCE = 1e-14;

  private static final JsonNode GOLDEN = Golden.read("data");

  @Test
  void the_default_problems_have_the_sizes_and_constants_of_the_paper() {
    assertThat(BimodalProblem.PAPER).isEqualTo(new BimodalProblem(32, .15, 12));
    assertThat(RomProblem.PAPER).isEqualTo(new RomProblem(3, 128, 512));
    assertThat(CapacityProblem.PAPER).isEqualTo(new CapacityProblem(17, 1025));
  }

  @Test
  void bimodal_data_match_the_golden_values() {
    JsonNode wanted = GOLDEN.get("bimodal");
    BimodalProblem problem =
        new BimodalProblem(
            wanted.get("n").asInt(), wanted.get("a").asDouble(), wanted.get("w").asDouble());
    double[] x = problem.inputs();
    double[] upper = new double[x.length];
    double[] lower = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      upper[i] = problem.upper(x[i]);
      lower[i] = problem.lower(x[i]);
    }
    assertMeets(x, wanted.get("x"), TOLERANCE);
    assertMeets(upper, wanted.get("y_plus"), TOLERANCE);
    assertMeets(lower, wanted.get("y_minus"), TOLERANCE);
    assertMeets(problem.training().x(), wanted.get("train_x"), TOLERANCE);
    assertMeets(problem.training().y(), wanted.get("train_y"), TOLERANCE);
  }

  @Test
  void the_exact_bimodal_law_has_the_published_score() {
    // The paper prints five digits.
    assertThat(BimodalProblem.PAPER.exactScore()).isCloseTo(.01849, within(5e-6));
  }

  @Test
  void rom_data_match_the_golden_values() {
    JsonNode wanted = GOLDEN.get("rom");
    RomProblem problem =
        new RomProblem(
            wanted.get("omega").asDouble(),
            wanted.get("train").get("x").size(),
            wanted.get("test").get("x").size());
    assertMeets(problem.training().x(), wanted.get("train").get("x"), TOLERANCE);
    assertMeets(problem.training().y(), wanted.get("train").get("y"), TOLERANCE);
    assertMeets(problem.test().x(), wanted.get("test").get("x"), TOLERANCE);
    assertMeets(problem.test().y(), wanted.get("test").get("y"), TOLERANCE);
  }

  @Test
  void the_residual_of_the_slow_wave_has_the_published_norms() {
    double squares = 0;
    double sum = 0;
    Pairs test = RomProblem.PAPER.test();
    for (int i = 0; i < test.size(); i++) {
      double rest = test.y()[i] - RomProblem.PAPER.slow(test.x()[i]);
      squares += rest * rest;
      sum += Math.abs(rest);
    }
    // The paper prints three digits.
    assertThat(Math.sqrt(squares / test.size())).isCloseTo(.0710, within(5e-5));
    assertThat(sum / test.size()).isCloseTo(.0639, within(5e-5));
  }

  @Test
  void capacity_data_match_the_golden_values() {
    JsonNode wanted = GOLDEN.get("capacity");
    CapacityProblem problem =
        new CapacityProblem(wanted.get("x").size(), wanted.get("grid").size());
    assertMeets(problem.training().x(), wanted.get("x"), TOLERANCE);
    assertMeets(problem.training().y(), wanted.get("y"), TOLERANCE);
    assertMeets(problem.test().x(), wanted.get("grid"), TOLERANCE);
    assertMeets(problem.test().y(), wanted.get("parabola"), TOLERANCE);
    assertMeets(problem.teacher().x(), wanted.get("grid"), TOLERANCE);
    assertMeets(problem.teacher().y(), wanted.get("interpolant"), TOLERANCE);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 17, 50, 128})
  void the_teacher_passes_through_the_training_points(int points) {
    Pairs training = new CapacityProblem(points, points).training();
    assertThat(new CapacityProblem(points, points).teacher().y())
        .containsExactly(training.y(), within(1e-14));
  }

  @Test
  void pairs_convert_to_rows_and_observations() {
    Pairs pairs = new Pairs(new double[] {.1, .2}, new double[] {3, 4});
    TrainingRows rows = pairs.rows();
    assertThat(rows.rows()).isEqualTo(2);
    assertThat(rows.x()).containsExactly(.1f, .2f);
    assertThat(rows.y()).containsExactly(3f, 4f);
    assertThat(pairs.observed()).isEqualTo(new double[][] {{3}, {4}});
  }

  @Test
  void grids_end_exactly_at_their_bounds() {
    assertThat(new UniformGrid(0, .3, 4).values()).hasSize(4).startsWith(0).endsWith(.3);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void ranges_are_checked(double bad) {
    assertThatIllegalArgumentException().isThrownBy(() -> new UniformGrid(0, bad, 3));
  }

  @Test
  void sizes_and_values_are_checked() {
    assertThatIllegalArgumentException().isThrownBy(() -> new UniformGrid(0, 1, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Pairs(new double[2], new double[1]))
        .withMessage("pairs: 2 x and 1 y (expected: as many, at least one)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Pairs(new double[1], new double[] {Double.NaN}))
        .withMessage("pair 0: (0.0, NaN) (expected: finite)");
  }
}
