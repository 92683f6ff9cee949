// SPDX-License-Identifier: Apache-2.0
package io.otd.app.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.junit.jupiter.api.Test;

class LogNormalLawTest {
  private static final LogNormalLaw LAW = new LogNormalLaw(.7, .6);
  private static final LogNormalDistribution LIBRARY = LogNormalDistribution.of(.7, .6);

  @Test
  void mean_and_density_match_those_of_the_library() {
    assertThat(LAW.mean()).isCloseTo(LIBRARY.getMean(), within(1e-12));
    for (double y : new double[] {.1, 1, 2, 40}) {
      assertThat(LAW.logDensity(y)).isCloseTo(LIBRARY.logDensity(y), within(1e-12));
    }
  }

  /** {@code integral (F(z) - 1{y <= z})^2 dz}, another form of the same score. */
  @Test
  void the_energy_score_matches_the_integral_over_the_distribution_function() {
    double step = 1e-3;
    for (double y : new double[] {.2, 2, 9}) {
      double integral = 0;
      for (double z = step / 2; z < 80; z += step) {
        double difference = LIBRARY.cumulativeProbability(z) - (z >= y ? 1 : 0);
        integral += difference * difference * step;
      }
      assertThat(LAW.energyScore(y)).isCloseTo(integral, within(1e-5));
    }
  }

  @Test
  void the_mean_energy_score_of_its_own_observations_is_the_dispersion() {
    double score = 0;
    double step = 1e-3;
    for (double y = step / 2; y < 80; y += step) {
      score += Math.exp(LAW.logDensity(y)) * LAW.energyScore(y) * step;
    }
    assertThat(score).isCloseTo(LAW.dispersion(), within(1e-6));
  }

  @Test
  void a_value_that_the_law_does_not_have_is_at_its_distance_and_has_no_density() {
    for (double y : new double[] {0, -3}) {
      assertThat(LAW.energyScore(y)).isCloseTo(LAW.mean() - y - LAW.dispersion(), within(1e-12));
      assertThat(LAW.logDensity(y)).isEqualTo(Double.NEGATIVE_INFINITY);
    }
  }

  /** Bounds of five standard errors. */
  @Test
  void draws_follow_the_law() {
    SplittableRandom random = new SplittableRandom(1);
    int draws = 100_000;
    for (double quantile : new double[] {.05, .5, .95}) {
      double value = LIBRARY.inverseCumulativeProbability(quantile);
      int below = 0;
      for (int k = 0; k < draws; k++) {
        below += LAW.sample(random) < value ? 1 : 0;
      }
      assertThat((double) below / draws)
          .isCloseTo(quantile, within(5 * Math.sqrt(quantile * (1 - quantile) / draws)));
    }
  }
}
