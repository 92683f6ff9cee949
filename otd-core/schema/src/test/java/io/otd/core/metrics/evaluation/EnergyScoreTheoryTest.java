// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import static io.otd.core.Near.assertMeets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.Golden;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.SampleEnergyScore;
import io.otd.core.metrics.Samples;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

/** The closed forms of the paper's appendix "Energy-Score Optimisation". */
class EnergyScoreTheoryTest {
  private static final JsonNode GOLDEN = Golden.read("energy_score");
  private static final double EXACT = 1e-13;

  /** Draws at the middles of K strata of equal probability. */
  private static final int STRATA = 20_001;

  /**
   * Error of a score in units of the scale: both terms are off by at most the Wasserstein-1
   * distance from the strata to the distribution (below 5 / K for these distributions), and K (K-1)
   * instead of K^2 pairs adds less than 1 / K.
   */
  private static final double STRATA_TOLERANCE = 11.0 / STRATA;

  /** Rounding of sums over all strata: half a unit in the last place for each term. */
  private static final double SUMMED = STRATA * Math.ulp(1.0) / 2;

  @Test
  void gaussian_scores_match_the_closed_form() {
    DoubleUnaryOperator quantile = NormalDistribution.of(0, 1)::inverseCumulativeProbability;
    for (JsonNode at : GOLDEN.get("gaussian")) {
      double s = at.get("s").asDouble();
      assertThat(score(quantile, at.get("mu").asDouble(), s, at.get("y").asDouble()))
          .isCloseTo(at.get("score").asDouble(), within(tolerance(at.get("mu").asDouble(), s)));
    }
    for (JsonNode at : GOLDEN.get("gaussian_minimum")) {
      double s = at.get("s").asDouble();
      double e = at.get("e").asDouble();
      assertThat(s).isCloseTo(Math.abs(e) / Math.sqrt(Math.log(2)), within(EXACT));
      assertThat(score(quantile, e, s, 0))
          .isCloseTo(at.get("score").asDouble(), within(s * STRATA_TOLERANCE))
          .isLessThan(score(quantile, e, .9 * s, 0))
          .isLessThan(score(quantile, e, 1.1 * s, 0));
    }
  }

  @Test
  void uniform_and_exponential_scores_match_the_closed_form() {
    for (String list : new String[] {"location_scale", "location_scale_minimum"}) {
      for (JsonNode at : GOLDEN.get(list)) {
        double s = at.get("s").asDouble();
        assertThat(score(centred(at.get("family").asText()), at.get("e").asDouble(), s, 0))
            .as("%s", at)
            .isCloseTo(at.get("score").asDouble(), within(tolerance(at.get("e").asDouble(), s)));
      }
    }
  }

  @Test
  void the_score_is_convex_in_the_scale_of_a_location_scale_family() {
    for (String family : new String[] {"uniform", "exponential"}) {
      double before = score(centred(family), .7, 0, 0);
      double here = score(centred(family), .7, .05, 0);
      assertThat(here).as("falls at 0").isLessThan(before);
      for (int i = 2; i < 40; i++) {
        double next = score(centred(family), .7, .05 * i, 0);
        assertThat(next - here).isGreaterThanOrEqualTo(here - before - EXACT);
        before = here;
        here = next;
      }
      assertThat(here).as("grows at last").isGreaterThan(before);
    }
  }

  @Test
  void two_point_scores_match_the_closed_form() {
    for (JsonNode at : GOLDEN.get("two_point")) {
      double a = at.get("a").asDouble();
      double[][] atoms = {{-a}, {a}};
      double[] y = {at.get("e").asDouble()};
      double score = expectedScore(atoms, new double[] {.5, .5}, y, 4);
      assertMeets(score, at.get("score"), EXACT);
      assertThat(score).isCloseTo(Math.max(Math.abs(y[0]), a) - a / 2, within(EXACT));
    }
  }

  @Test
  void the_score_can_come_arbitrarily_close_to_zero_despite_a_wrong_mean() {
    for (JsonNode at : GOLDEN.get("mean_constrained")) {
      double p = at.get("p").asDouble();
      double e = at.get("e").asDouble();
      double[][] atoms = {{0}, {e / p}};
      double score = expectedScore(atoms, new double[] {1 - p, p}, new double[] {0}, 3);
      // Relative to the distance of the atoms, of which the terms consist.
      assertThat(score)
          .isCloseTo(at.get("score").asDouble(), within(EXACT * Math.max(1, Math.abs(e / p))));
    }
  }

  @Test
  void the_score_is_strictly_proper() {
    for (JsonNode at : GOLDEN.get("strict_propriety")) {
      double[][] p = Golden.matrix(at.get("atoms_p"));
      double[][] q = Golden.matrix(at.get("atoms_q"));
      double[] wp = Golden.doubles(at.get("weights_p"));
      double[] wq = Golden.doubles(at.get("weights_q"));
      double ofP = 0;
      double ofQ = 0;
      for (int v = 0; v < q.length; v++) {
        ofP += wq[v] * expectedScore(p, wp, q[v], 2);
        ofQ += wq[v] * expectedScore(q, wq, q[v], 2);
      }
      assertMeets(ofP, at.get("expected_score_p"), EXACT);
      assertMeets(ofQ, at.get("expected_score_q"), EXACT);
      assertMeets(2 * (ofP - ofQ), at.get("energy_distance"), 4 * EXACT);
      assertThat(ofP).isGreaterThan(ofQ);
    }
  }

  @Test
  void the_estimate_is_unbiased() {
    JsonNode at = GOLDEN.get("unbiasedness");
    double[][] atoms = Golden.matrix(at.get("atoms"));
    double[] y = Golden.doubles(at.get("y"));
    double[][] tuples = Golden.matrix(at.get("tuples"));
    double[] probability = Golden.doubles(at.get("tuple_probability"));
    double[] scores = new double[tuples.length];
    double expected = 0;
    for (int t = 0; t < tuples.length; t++) {
      double[] draws = Arrays.stream(tuples[t]).map(a -> atoms[(int) a][0]).toArray();
      scores[t] = SampleEnergyScore.of(Samples.oneRow(draws), new double[][] {y}).mean();
      expected += probability[t] * scores[t];
    }
    assertMeets(scores, at.get("tuple_score"), EXACT);
    assertMeets(expected, at.get("exact_score"), EXACT);
    for (int draws = 2; draws <= 5; draws++) {
      double enumerated = expectedScore(atoms, Golden.doubles(at.get("weights")), y, draws);
      assertMeets(enumerated, at.get("exact_score"), EXACT);
    }
  }

  /** The score of {@code mu + s X}, X given by its quantile function. */
  private static double score(DoubleUnaryOperator quantile, double mu, double s, double y) {
    double[] draws = new double[STRATA];
    Arrays.setAll(draws, k -> mu + s * quantile.applyAsDouble((k + .5) / STRATA));
    return SampleEnergyScore.of(Samples.oneRow(draws), Samples.observed(y)).mean();
  }

  private static double tolerance(double mean, double s) {
    return s * STRATA_TOLERANCE + SUMMED * (Math.abs(mean) + s + 1);
  }

  /** Quantile functions of mean 0 and variance 1. */
  private static DoubleUnaryOperator centred(String family) {
    return family.equals("uniform") ? u -> Math.sqrt(3) * (2 * u - 1) : u -> -Math.log1p(-u) - 1;
  }

  /** The expectation of the estimate over all tuples of K draws from a discrete distribution. */
  private static double expectedScore(double[][] atoms, double[] weights, double[] y, int draws) {
    int outputs = y.length;
    double sum = 0;
    for (int tuple = 0; tuple < Math.pow(atoms.length, draws); tuple++) {
      double[] values = new double[draws * outputs];
      double probability = 1;
      int rest = tuple;
      for (int k = 0; k < draws; k++) {
        int atom = rest % atoms.length;
        rest /= atoms.length;
        probability *= weights[atom];
        System.arraycopy(atoms[atom], 0, values, k * outputs, outputs);
      }
      Draws sample = new Draws(draws, 1, outputs, values);
      sum += probability * SampleEnergyScore.of(sample, new double[][] {y}).mean();
    }
    return sum;
  }
}
