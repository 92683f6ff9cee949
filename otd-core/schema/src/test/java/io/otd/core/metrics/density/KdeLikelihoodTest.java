// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.density;

import static io.otd.core.Near.assertMeets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.Golden;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.Samples;
import io.otd.core.metrics.evaluation.PredictiveScores;
import io.otd.core.metrics.evaluation.ScoreOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KdeLikelihoodTest {
  private static final double TOLERANCE = 1e-12;
  private static final JsonNode GOLDEN = Golden.read("metrics").get("likelihood");
  private static final int[] SHAPE = Golden.shape(GOLDEN.get("samples"));

  @Test
  void both_bandwidth_rules_match_the_golden_likelihoods_despite_an_outlier() {
    for (JsonNode at : GOLDEN.get("rules")) {
      Bandwidth bandwidth = byRule(at.get("rule").asText(), at.get("factor").asDouble());
      Draws draws = goldenDraws(SHAPE[1]);
      double[] widths = new double[SHAPE[1]];
      Arrays.setAll(widths, i -> new GaussianKde(draws.of(i, 0), bandwidth).bandwidth());
      assertMeets(widths, at.get("bandwidth"), TOLERANCE);
      double[][] observed = goldenObserved(SHAPE[1]);
      assertMeets(
          Samples.logDensities(draws, observed, bandwidth), at.get("log_density"), TOLERANCE);
      assertMeets(
          likelihood(draws, observed, bandwidth, LikelihoodScale.IDENTITY),
          at.get("nll"),
          TOLERANCE);
      assertMeets(
          likelihood(
              goldenDraws(SHAPE[1] - 1),
              goldenObserved(SHAPE[1] - 1),
              bandwidth,
              LikelihoodScale.IDENTITY),
          at.get("nll_without_outlier"),
          TOLERANCE);
    }
  }

  /** As reported to users. */
  private static double likelihood(
      Draws draws, double[][] observed, Bandwidth bandwidth, LikelihoodScale scale) {
    return PredictiveScores.of(
            draws,
            observed,
            ScoreOptions.of(List.of(.9))
                .withDensity(Optional.of(new KdeLikelihood.Density(bandwidth, scale))))
        .get("nll_kde");
  }

  @Test
  void fixed_bandwidths_match_the_golden_likelihoods() {
    for (JsonNode at : GOLDEN.get("given_bandwidth")) {
      Bandwidth bandwidth = new Bandwidth.Fixed(at.get("bandwidth").asDouble());
      assertMeets(
          Samples.logDensities(goldenDraws(SHAPE[1]), goldenObserved(SHAPE[1]), bandwidth),
          at.get("log_density"),
          TOLERANCE);
    }
  }

  @Test
  void an_affine_target_shifts_the_likelihood_by_its_jacobian() {
    JsonNode at = GOLDEN.get("affine");
    double shift = at.get("shift").asDouble();
    double scale = at.get("scale").asDouble();
    Bandwidth bandwidth = byRule(at.get("rule").asText(), at.get("factor").asDouble());
    Draws draws = goldenDraws(SHAPE[1] - 1).map((output, value) -> shift + scale * value);
    double[][] observed =
        Arrays.stream(goldenObserved(SHAPE[1] - 1))
            .map(row -> new double[] {shift + scale * row[0]})
            .toArray(double[][]::new);
    // The rule follows the units, so that both scales give the same density.
    assertMeets(
        likelihood(draws, observed, bandwidth, LikelihoodScale.IDENTITY), at.get("nll"), TOLERANCE);
    assertMeets(
        likelihood(
            draws,
            observed,
            bandwidth,
            LikelihoodScale.affine(new double[] {shift}, new double[] {scale})),
        at.get("nll"),
        TOLERANCE);
  }

  @Test
  void identical_draws_use_the_bandwidth_floor() {
    double atThePoint = -Math.log(1e-3) - .5 * Math.log(2 * Math.PI);
    for (Draws point : new Draws[] {Samples.oneRow(2, 2, 2), Samples.oneRow(2)}) {
      assertThat(Samples.logDensities(point, Samples.observed(2), Bandwidth.scott(1)))
          .containsExactly(new double[] {atThePoint}, within(1e-14));
      // With a standard deviation of a thousandth, 3 is thousands of deviations away.
      assertThat(Samples.logDensities(point, Samples.observed(3), Bandwidth.scott(2)))
          .containsExactly(new double[] {atThePoint - 500_000}, within(1e-6));
    }
  }

  @Test
  void the_density_integrates_to_one() {
    GaussianKde density = new GaussianKde(new double[] {-1, 0, 0, 2}, Bandwidth.scott(1));
    double sum = 0;
    for (int i = -2000; i < 2000; i++) {
      sum += density.density(i * .01) * .01;
    }
    assertThat(sum).isCloseTo(1, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void nonpositive_widths_factors_and_floors_are_refused(double bad) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Bandwidth.Fixed(bad))
        .withMessage("bandwidth: %s (expected: > 0, finite)", bad);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Bandwidth.scott(bad))
        .withMessage("bandwidth factor: %s (expected: > 0, finite)", bad);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Bandwidth.Scott(1, bad))
        .withMessage("bandwidth floor: %s (expected: > 0, finite)", bad);
  }

  /** Silverman's rule, {@code (3 K / 4)^(-1/5)}, is a multiple of Scott's, {@code K^(-1/5)}. */
  private static Bandwidth byRule(String rule, double factor) {
    return Bandwidth.scott(rule.equals("scott") ? factor : factor * Math.pow(.75, -.2));
  }

  /** The first rows of the golden draws. */
  private static Draws goldenDraws(int rows) {
    double[] values = new double[SHAPE[0] * rows];
    Arrays.setAll(values, i -> GOLDEN.get("samples").get(i / rows).get(i % rows).asDouble());
    return new Draws(SHAPE[0], rows, 1, values);
  }

  private static double[][] goldenObserved(int rows) {
    double[][] result = new double[rows][1];
    for (int i = 0; i < rows; i++) {
      result[i][0] = GOLDEN.get("y").get(i).asDouble();
    }
    return result;
  }
}
