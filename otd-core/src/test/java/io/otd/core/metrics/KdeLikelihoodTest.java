package io.otd.core.metrics;

import static io.otd.core.Near.assertMeets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.Golden;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KdeLikelihoodTest {
  private static final double TOLERANCE = 1e-12;
  private static final JsonNode GOLDEN = Golden.read("metrics").get("likelihood");
  private static final int[] SHAPE = Golden.shape(GOLDEN.get("samples"));

  @Test
  void goldenLikelihoodsOfBothRulesAreMetWithAFarOutlier() {
    for (JsonNode at : GOLDEN.get("rules")) {
      Bandwidth bandwidth = byRule(at.get("rule").asText(), at.get("factor").asDouble());
      Draws draws = goldenDraws(SHAPE[1]);
      double[] widths = new double[SHAPE[1]];
      Arrays.setAll(widths, i -> new GaussianKde(draws.of(i, 0), bandwidth).bandwidth());
      assertMeets(widths, at.get("bandwidth"), TOLERANCE);
      double[][] observed = goldenObserved(SHAPE[1]);
      assertMeets(
          KdeLikelihood.logDensities(draws, observed, bandwidth), at.get("log_density"), TOLERANCE);
      assertMeets(
          KdeLikelihood.negativeLogLikelihood(draws, observed, bandwidth),
          at.get("nll"),
          TOLERANCE);
      assertMeets(
          KdeLikelihood.negativeLogLikelihood(
              goldenDraws(SHAPE[1] - 1), goldenObserved(SHAPE[1] - 1), bandwidth),
          at.get("nll_without_outlier"),
          TOLERANCE);
    }
  }

  @Test
  void goldenLikelihoodsOfGivenBandwidthsAreMet() {
    for (JsonNode at : GOLDEN.get("given_bandwidth")) {
      Bandwidth bandwidth = new Bandwidth.Fixed(at.get("bandwidth").asDouble());
      assertMeets(
          KdeLikelihood.logDensities(goldenDraws(SHAPE[1]), goldenObserved(SHAPE[1]), bandwidth),
          at.get("log_density"),
          TOLERANCE);
    }
  }

  @Test
  void anAffineTargetChangesTheLikelihoodByItsJacobian() {
    JsonNode at = GOLDEN.get("affine");
    double shift = at.get("shift").asDouble();
    double scale = at.get("scale").asDouble();
    Bandwidth bandwidth = byRule(at.get("rule").asText(), at.get("factor").asDouble());
    Draws draws = goldenDraws(SHAPE[1] - 1);
    double[][] observed = goldenObserved(SHAPE[1] - 1);
    double standardised = KdeLikelihood.negativeLogLikelihood(draws, observed, bandwidth);
    assertMeets(KdeLikelihood.rescaled(standardised, scale), at.get("nll"), TOLERANCE);
    double[][] moved =
        Arrays.stream(observed)
            .map(row -> new double[] {shift + scale * row[0]})
            .toArray(double[][]::new);
    assertMeets(
        KdeLikelihood.negativeLogLikelihood(
            draws.map((output, value) -> shift + scale * value), moved, bandwidth),
        at.get("nll"),
        TOLERANCE);
  }

  @Test
  void drawsWithoutSpreadHaveTheFloorForBandwidth() {
    double atThePoint = -Math.log(1e-3) - .5 * Math.log(2 * Math.PI);
    for (Draws point : new Draws[] {Samples.oneRow(2, 2, 2), Samples.oneRow(2)}) {
      assertThat(KdeLikelihood.logDensities(point, Samples.observed(2), Bandwidth.scott(1)))
          .containsExactly(new double[] {atThePoint}, within(1e-14));
      // A standard deviation of a thousandth puts 3 at a thousand deviations.
      assertThat(KdeLikelihood.logDensities(point, Samples.observed(3), Bandwidth.silverman(1)))
          .containsExactly(new double[] {atThePoint - 500_000}, within(1e-6));
    }
  }

  @Test
  void theDensityIntegratesToOne() {
    GaussianKde density = new GaussianKde(new double[] {-1, 0, 0, 2}, Bandwidth.scott(1));
    double sum = 0;
    for (int i = -2000; i < 2000; i++) {
      sum += density.density(i * .01) * .01;
    }
    assertThat(sum).isCloseTo(1, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void widthsFactorsFloorsAndScalesAreAboveZero(double bad) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Bandwidth.Fixed(bad))
        .withMessage("bandwidth: %s (expected: > 0, finite)", bad);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Bandwidth.scott(bad))
        .withMessage("bandwidth factor: %s (expected: > 0, finite)", bad);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Bandwidth.ByRule(Bandwidth.Rule.SCOTT, 1, bad))
        .withMessage("bandwidth floor: %s (expected: > 0, finite)", bad);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KdeLikelihood.rescaled(1, bad))
        .withMessage("scale: %s (expected: > 0, finite)", bad);
  }

  private static Bandwidth byRule(String rule, double factor) {
    return rule.equals("scott") ? Bandwidth.scott(factor) : Bandwidth.silverman(factor);
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
