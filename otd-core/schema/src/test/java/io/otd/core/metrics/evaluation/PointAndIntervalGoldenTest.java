// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import static io.otd.core.Near.assertMeets;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.Golden;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.ErrorFields;
import io.otd.core.metrics.PointErrors;
import io.otd.core.metrics.SampleEnergyScore;
import io.otd.core.metrics.Samples;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PointAndIntervalGoldenTest {
  /** Tolerance of the golden file in double precision. */
  private static final double TOLERANCE = 1e-12;

  static Stream<Named<JsonNode>> cases() {
    return Golden.list(Golden.read("metrics").get("point")).stream()
        .map(node -> Named.of(node.get("name").asText(), node));
  }

  static Stream<Named<JsonNode>> casesOfOneOutput() {
    return cases().filter(node -> node.getPayload().has("mace_gl"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void means_and_point_errors_match_the_golden_values(JsonNode golden) {
    Draws draws = Samples.golden(golden.get("samples"));
    double[][] observed = Golden.matrix(golden.get("y"));
    double[] means = new double[draws.rows() * draws.outputs()];
    for (int i = 0; i < means.length; i++) {
      means[i] = draws.mean(i / draws.outputs(), i % draws.outputs());
    }
    assertMeets(means, golden.get("mean"), TOLERANCE);
    assertMeets(PointErrors.rmse(draws, observed), golden.get("rmse"), TOLERANCE);
    PredictiveScores scores = PredictiveScores.of(draws, observed, CoverageLevels.OPENML);
    assertMeets(scores.get("rmse"), golden.get("rmse"), TOLERANCE);
    assertMeets(scores.get("mae"), golden.get("mae"), TOLERANCE);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void energy_score_and_its_terms_match_the_golden_values(JsonNode golden) {
    Draws draws = Samples.golden(golden.get("samples"));
    double[][] observed = Golden.matrix(golden.get("y"));
    SampleEnergyScore score = SampleEnergyScore.of(draws, observed);
    assertMeets(score.mean(), golden.get("energy_score"), TOLERANCE);
    assertMeets(score.fit(), golden.get("epsilon_f"), TOLERANCE);
    assertMeets(score.dispersion(), golden.get("dispersion_u"), TOLERANCE);
    PredictiveScores scores = PredictiveScores.of(draws, observed, CoverageLevels.OPENML);
    assertMeets(scores.get("energy_score"), golden.get("energy_score"), TOLERANCE);
    assertMeets(scores.get("fit"), golden.get("epsilon_f"), TOLERANCE);
    assertMeets(scores.get("dispersion"), golden.get("dispersion_u"), TOLERANCE);
    ErrorFields.Averages fields = ErrorFields.of(draws, observed).averages();
    assertMeets(fields.epsilonD(), golden.get("epsilon_d"), TOLERANCE);
    assertMeets(fields.meanError(), golden.get("mae"), TOLERANCE);
  }

  @ParameterizedTest
  @MethodSource("casesOfOneOutput")
  void fair_and_empirical_crps_match_the_golden_values(JsonNode golden) {
    Draws draws = Samples.golden(golden.get("samples"));
    double[][] observed = Golden.matrix(golden.get("y"));
    PredictiveScores scores = PredictiveScores.of(draws, observed, CoverageLevels.OPENML);
    assertMeets(scores.get("crps"), golden.get("crps_fair"), TOLERANCE);
    assertMeets(scores.get("crps_empirical"), golden.get("crps_empirical"), TOLERANCE);
  }

  @ParameterizedTest
  @MethodSource("casesOfOneOutput")
  void intervals_match_the_golden_values_for_both_sets_of_levels(JsonNode golden) {
    assertIntervals(golden, "gl", CoverageLevels.GINZBURG_LANDAU);
    assertIntervals(golden, "openml", CoverageLevels.OPENML);
  }

  private static void assertIntervals(JsonNode golden, String set, List<Double> levels) {
    Draws draws = Samples.golden(golden.get("samples"));
    double[][] observed = Golden.matrix(golden.get("y"));
    List<CentralIntervals> intervals = CentralIntervals.of(draws, levels);
    PredictiveScores scores = PredictiveScores.of(draws, observed, levels);
    JsonNode wanted = golden.get("intervals_" + set);
    assertThat(intervals).hasSize(wanted.size());
    for (int l = 0; l < intervals.size(); l++) {
      assertEnds(intervals.get(l), wanted.get(l));
      String level = CoverageLevels.text(levels.get(l));
      for (String name : List.of("picp", "width", "relative_width")) {
        assertMeets(scores.get(name + "_" + level), wanted.get(l).get(name), TOLERANCE);
      }
      assertMeets(intervals.get(l).coverage(observed), wanted.get(l).get("picp"), TOLERANCE);
    }
    assertMeets(scores.get("mace"), golden.get("mace_" + set), TOLERANCE);
  }

  private static void assertEnds(CentralIntervals at, JsonNode wanted) {
    assertThat(at.level()).isEqualTo(wanted.get("level").asDouble());
    for (int i = 0; i < wanted.get("low").size(); i++) {
      // Interval ends are draws, so nothing is rounded.
      assertThat(at.low(i, 0)).isEqualTo(wanted.get("low").get(i).asDouble());
      assertThat(at.high(i, 0)).isEqualTo(wanted.get("high").get(i).asDouble());
    }
  }
}
