// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import static io.otd.core.Near.assertMeets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.Golden;
import io.otd.core.metrics.evaluation.PredictiveScores;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SampleEnergyScoreTest {
  /** Tolerance of the golden file in double precision. */
  private static final double TOLERANCE = 1e-13;

  static Stream<Named<JsonNode>> cases() {
    JsonNode golden = Golden.read("energy_score");
    return Stream.concat(
            Golden.list(golden.get("cases")).stream(),
            Golden.list(golden.get("sorted_1d")).stream())
        .map(
            node ->
                Named.of(
                    "K %s, d %s, %s"
                        .formatted(node.get("K"), node.path("d").asInt(1), node.path("kind")),
                    node));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void terms_match_the_golden_values_row_by_row(JsonNode golden) {
    SampleEnergyScore score =
        SampleEnergyScore.of(Samples.golden(golden.get("samples")), Golden.matrix(golden.get("y")));
    assertMeets(score.fitByRow(), golden.get("first"), TOLERANCE);
    double[] pair = Arrays.stream(score.dispersionByRow()).map(d -> 2 * d).toArray();
    assertMeets(pair, golden.get("pair"), TOLERANCE);
    assertMeets(score.byRow(), golden.get("score"), TOLERANCE);
    if (golden.has("mean")) {
      assertMeets(score.mean(), golden.get("mean"), TOLERANCE);
    }
  }

  @Test
  void the_sorted_form_and_all_pairs_agree() {
    for (int draws : new int[] {2, 3, 10, 257}) {
      Draws sample = Samples.gaussian(draws, draws, 1, 1);
      double pairs = PredictiveDispersion.allPairs(new double[][] {sample.of(0, 0)});
      assertThat(PredictiveDispersion.sorted(sample.sorted(0, 0)))
          .isCloseTo(pairs, within(1e-13 * pairs));
    }
  }

  @Test
  void a_large_offset_does_not_hide_the_dispersion() {
    // The spacings of these numbers are exact; the usual rank-weighted sum would lose them.
    double offset = 1L << 50;
    assertThat(PredictiveDispersion.byRow(Samples.oneRow(offset, offset + 1, offset + 2)))
        .containsExactly(2 / 3.0);
  }

  @Test
  void one_draw_has_no_dispersion() {
    SampleEnergyScore score = SampleEnergyScore.of(Samples.oneRow(3), Samples.observed(1));
    assertThat(score.dispersion()).isZero();
    assertThat(score.mean()).isEqualTo(2);
  }

  @Test
  void identical_draws_score_their_distance_to_the_observation() {
    Draws equal = new Draws(3, 1, 2, new double[] {3, 4, 3, 4, 3, 4});
    SampleEnergyScore score = SampleEnergyScore.of(equal, new double[][] {{0, 0}});
    assertThat(score.dispersion()).isZero();
    assertThat(score.mean()).isCloseTo(5, within(1e-15));
  }

  @Test
  void per_row_arrays_are_defensive_copies() {
    SampleEnergyScore score = SampleEnergyScore.of(Samples.oneRow(3), Samples.observed(1));
    score.fitByRow()[0] = 9;
    score.dispersionByRow()[0] = 9;
    assertThat(score.mean()).isEqualTo(2);
  }

  @Test
  void the_crps_of_several_outputs_is_the_mean_over_outputs() {
    Draws draws = Samples.gaussian(5, 7, 4, 2);
    double[][] observed = Samples.observations(6, 4, 2);
    double sum = 0;
    for (int j = 0; j < 2; j++) {
      double[] values = new double[7 * 4];
      double[][] one = new double[4][1];
      for (int i = 0; i < 4; i++) {
        one[i][0] = observed[i][j];
        for (int k = 0; k < 7; k++) {
          values[k * 4 + i] = draws.get(k, i, j);
        }
      }
      sum += empiricalCrps(new Draws(7, 4, 1, values), one);
    }
    assertThat(empiricalCrps(draws, observed)).isCloseTo(sum / 2, within(1e-15));
  }

  private static double empiricalCrps(Draws draws, double[][] observed) {
    return PredictiveScores.of(draws, observed, List.of(.9)).get("crps_empirical");
  }

  @Test
  void mismatched_or_nonfinite_observations_are_refused_by_every_metric() {
    Draws draws = Samples.gaussian(1, 4, 2, 1);
    double[][] few = {{1}};
    double[][] bad = {{1}, {Double.POSITIVE_INFINITY}};
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SampleEnergyScore.of(draws, few))
        .withMessage("observed: 1 rows (expected: 2)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SampleEnergyScore.of(draws, bad))
        .withMessage("observed row 1: Infinity (expected: finite)");
    assertThatIllegalArgumentException().isThrownBy(() -> PointErrors.rmse(draws, bad));
    assertThatIllegalArgumentException().isThrownBy(() -> ErrorFields.of(draws, few));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PredictiveScores.of(draws, bad, CoverageLevels.OPENML));
  }
}
