// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;

class CentralIntervalsTest {
  // [K, n, d_y] = [4, 2, 2]; the half-level interval runs from the 1st to the 3rd smallest.
  private static final Draws TWO_OUTPUTS =
      new Draws(4, 2, 2, new double[] {1, 40, 5, 80, 2, 30, 6, 70, 3, 20, 7, 60, 4, 10, 8, 50});
  private static final CentralIntervals HALF = CentralIntervals.of(TWO_OUTPUTS, List.of(.5)).get(0);

  @Test
  void intervals_are_computed_per_output() {
    assertThat(HALF.low(0, 0)).isEqualTo(1);
    assertThat(HALF.high(0, 0)).isEqualTo(3);
    assertThat(HALF.low(1, 1)).isEqualTo(50);
    assertThat(HALF.high(1, 1)).isEqualTo(70);
  }

  @Test
  void intervals_include_their_ends() {
    assertThat(coverage(new double[][] {{1, 10}, {7, 70}})).isEqualTo(1);
    assertThat(coverage(new double[][] {{Math.nextDown(1.0), 9}, {7.1, 71}})).isZero();
  }

  @Test
  void coverage_is_averaged_over_outputs_and_also_computed_jointly() {
    double[][] observed = {{2, 100}, {6, 60}};
    assertThat(coverage(observed)).isEqualTo(.75);
    assertThat(half(observed).get("joint_picp_0.5")).isEqualTo(.5);
  }

  @Test
  void joint_coverage_counts_a_row_as_missed_if_any_output_misses() {
    double[][] observed = {{2, 100}, {100, 60}};
    assertThat(coverage(observed)).isEqualTo(.5);
    assertThat(half(observed).get("joint_picp_0.5")).isZero();
  }

  @Test
  void widths_are_means_over_rows_and_then_over_outputs() {
    // Widths 2 and 20, observed ranges 4 and 80.
    PredictiveScores scores = half(new double[][] {{2, 20}, {6, 100}});
    assertThat(scores.get("width_0.5")).isEqualTo(11);
    assertThat(scores.get("relative_width_0.5")).isEqualTo(.375);
  }

  @Test
  void coverage_errors_of_several_outputs_do_not_cancel() {
    // Output 0 always covered (error 0.5), output 1 never (error 0.5): the mean coverage is 0.5.
    double[][] observed = {{2, 100}, {6, 100}};
    assertThat(coverage(observed)).isEqualTo(.5);
    assertThat(half(observed).get("mace")).isEqualTo(.5);
  }

  @Test
  void a_calibrated_distribution_has_nominal_coverage() {
    // Draws and observations from the same distribution. Standard error of a coverage of 4000 rows:
    // at most 0.008, plus 1/K = 0.005 for the discreteness of 200 draws.
    Draws draws = Samples.gaussian(3, 200, 4000, 1);
    double[][] observed = Samples.observations(4, 4000, 1);
    for (CentralIntervals at : CentralIntervals.of(draws, CoverageLevels.GINZBURG_LANDAU)) {
      assertThat(at.coverage(observed)).isCloseTo(at.level(), within(4 * .008 + .005));
    }
    // Width of a standard Gaussian's central 90 %: 2 * 1.6449.
    assertThat(PredictiveScores.of(draws, observed, List.of(.9)).get("width_0.9"))
        .isCloseTo(3.2897, within(.05));
  }

  /** The scores of the half-level interval. */
  private static PredictiveScores half(double[][] observed) {
    return PredictiveScores.of(TWO_OUTPUTS, observed, List.of(.5));
  }

  /** The mean coverage, computed in both ways. */
  private static double coverage(double[][] observed) {
    double coverage = HALF.coverage(observed);
    assertThat(half(observed).get("picp_0.5")).isEqualTo(coverage);
    return coverage;
  }

  @Test
  void out_of_range_or_empty_levels_are_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CentralIntervals.of(TWO_OUTPUTS, List.of(.5, 1.0)))
        .withMessage("coverage level: 1.0 (expected: inside (0, 1))");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CentralIntervals.of(TWO_OUTPUTS, List.of()))
        .withMessage("coverage levels: none (expected: at least one)");
  }

  @Test
  void mismatched_or_nonfinite_observations_are_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HALF.coverage(new double[][] {{1, 2}}))
        .withMessage("observed: 1 rows (expected: 2)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HALF.coverage(new double[][] {{1, 2}, {3}}))
        .withMessage("observed row 1: 1 outputs (expected: 2)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HALF.coverage(new double[][] {{1, 2}, {3, Double.NaN}}))
        .withMessage("observed row 1: NaN (expected: finite)");
  }

  @Test
  void levels_are_written_as_plain_decimals() {
    assertThat(CoverageLevels.text(.9)).isEqualTo("0.9");
    assertThat(CoverageLevels.text(.95)).isEqualTo("0.95");
    assertThat(CoverageLevels.text(1e-4)).isEqualTo("0.0001");
  }
}
