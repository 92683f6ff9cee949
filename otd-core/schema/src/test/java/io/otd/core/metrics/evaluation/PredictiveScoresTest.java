// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import static io.otd.core.Near.assertMeets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.Golden;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.Samples;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PredictiveScoresTest {
  @Test
  void scores_of_one_output_are_listed_by_name_in_a_fixed_order() {
    JsonNode golden = Golden.read("metrics").get("point").get(0);
    PredictiveScores scores =
        PredictiveScores.of(
            Samples.golden(golden.get("samples")), Golden.matrix(golden.get("y")), List.of(.9, .5));
    assertThat(scores.values().keySet())
        .containsExactly(
            "rmse",
            "rmse_error",
            "mae",
            "mae_error",
            "energy_score",
            "energy_score_error",
            "fit",
            "dispersion",
            "crps",
            "crps_error",
            "crps_empirical",
            "crps_empirical_error",
            "pinball",
            "pinball_error",
            "pinball_0.05",
            "pinball_0.1",
            "pinball_0.25",
            "pinball_0.5",
            "pinball_0.75",
            "pinball_0.9",
            "pinball_0.95",
            "mace",
            "miscalibration_area",
            "pit_ks",
            "pit_ks_p",
            "spearman_error_dispersion",
            "ause",
            "picp_0.9",
            "width_0.9",
            "relative_width_0.9",
            "winkler_0.9",
            "picp_0.5",
            "width_0.5",
            "relative_width_0.5",
            "winkler_0.5");
    for (String name : List.of("rmse", "mae", "energy_score", "crps_empirical")) {
      assertMeets(scores.get(name), golden.get(name), 1e-12);
    }
    assertMeets(scores.get("crps"), golden.get("crps_fair"), 1e-12);
    assertMeets(scores.get("fit"), golden.get("epsilon_f"), 1e-12);
    assertMeets(scores.get("dispersion"), golden.get("dispersion_u"), 1e-12);
    JsonNode half = golden.get("intervals_gl").get(0);
    assertMeets(scores.get("picp_0.5"), half.get("picp"), 1e-12);
    assertMeets(scores.get("width_0.5"), half.get("width"), 1e-12);
    assertMeets(scores.get("relative_width_0.5"), half.get("relative_width"), 1e-12);
  }

  @Test
  void mace_uses_the_given_coverage_levels() {
    JsonNode golden = Golden.read("metrics").get("point").get(0);
    Draws draws = Samples.golden(golden.get("samples"));
    double[][] observed = Golden.matrix(golden.get("y"));
    assertMeets(
        PredictiveScores.of(draws, observed, CoverageLevels.OPENML).get("mace"),
        golden.get("mace_openml"),
        1e-12);
    assertMeets(
        PredictiveScores.of(draws, observed, CoverageLevels.GINZBURG_LANDAU).get("mace"),
        golden.get("mace_gl"),
        1e-12);
  }

  @Test
  void several_outputs_also_get_a_joint_coverage() {
    PredictiveScores scores =
        PredictiveScores.of(
            Samples.gaussian(1, 9, 5, 2), Samples.observations(2, 5, 2), List.of(.8));
    assertThat(scores.values()).containsKeys("picp_0.8", "joint_picp_0.8");
    assertThat(scores.get("joint_picp_0.8")).isLessThanOrEqualTo(scores.get("picp_0.8"));
  }

  @Test
  void relative_widths_are_omitted_if_the_target_is_constant() {
    PredictiveScores scores =
        PredictiveScores.of(Samples.oneRow(1, 2, 3), Samples.observed(2), List.of(.8));
    assertThat(scores.values()).containsKey("width_0.8").doesNotContainKey("relative_width_0.8");
  }

  @Test
  void an_unknown_name_is_refused_with_the_list_of_known_names() {
    PredictiveScores scores = new PredictiveScores(Map.of("rmse", 1.0), List.of());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scores.get("rsme"))
        .withMessage("score: rsme (expected: one of [rmse])");
  }

  @Test
  void a_score_that_is_not_finite_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PredictiveScores(Map.of("mae", Double.NaN), List.of()))
        .withMessage("mae: NaN (expected: finite)");
  }

  @Test
  void an_infinite_score_becomes_a_note_instead_of_a_value() {
    PredictiveScores none = new PredictiveScores(Map.of("rmse", 1.0), List.of());
    assertThat(none.with("nll_analytic", 2).get("nll_analytic")).isEqualTo(2);
    PredictiveScores more = none.with("nll_analytic", Double.POSITIVE_INFINITY);
    assertThat(more.values()).containsOnlyKeys("rmse");
    assertThat(more.notes()).singleElement().asString().startsWith("nll_analytic: Infinity");
  }
}
