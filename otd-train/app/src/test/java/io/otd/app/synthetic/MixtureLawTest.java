// SPDX-License-Identifier: Apache-2.0
package io.otd.app.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class MixtureLawTest {
  private static final MixtureLaw TWO =
      new MixtureLaw(new double[] {.3, .7}, new double[] {-2, 1}, new double[] {.5, 1.5});

  /** The value at the mean is that in the documentation of properscoring and scipy. */
  @Test
  void the_energy_score_of_a_normal_law_matches_its_known_value() {
    assertThat(MixtureLaw.normal(0, 1).energyScore(0))
        .isCloseTo(0.23369497725510913, within(1e-15));
    assertThat(MixtureLaw.normal(3, 2).energyScore(3))
        .isCloseTo(2 * 0.23369497725510913, within(1e-15));
    assertThat(MixtureLaw.normal(7, 2).dispersion())
        .isCloseTo(2 / Math.sqrt(Math.PI), within(1e-14));
  }

  /** {@code integral (F(z) - 1{y <= z})^2 dz}, another form of the same score. */
  @Test
  void the_energy_score_of_a_mixture_matches_the_integral_over_its_cdf() {
    for (double y : new double[] {-3, 0, .4, 5}) {
      double integral = 0;
      double step = 1e-3;
      for (double z = -20 + step / 2; z < 20; z += step) {
        double below = z >= y ? 1 : 0;
        integral += (distribution(z) - below) * (distribution(z) - below) * step;
      }
      assertThat(TWO.energyScore(y)).isCloseTo(integral, within(1e-5));
    }
  }

  private static double distribution(double z) {
    double sum = 0;
    for (int c = 0; c < 2; c++) {
      sum +=
          TWO.weights()[c]
              * NormalDistribution.of(TWO.means()[c], TWO.deviations()[c]).cumulativeProbability(z);
    }
    return sum;
  }

  @Test
  void the_density_integrates_to_one_and_the_mean_energy_score_is_the_dispersion() {
    double score = 0;
    double mass = 0;
    double mean = 0;
    double step = 1e-3;
    for (double y = -15; y < 15; y += step) {
      double density = Math.exp(TWO.logDensity(y));
      mass += density * step;
      mean += density * y * step;
      score += density * TWO.energyScore(y) * step;
    }
    assertThat(mass).isCloseTo(1, within(1e-9));
    assertThat(mean).isCloseTo(TWO.mean(), within(1e-9)).isCloseTo(.1, within(1e-9));
    assertThat(score).isCloseTo(TWO.dispersion(), within(1e-9));
  }

  /** Bounds of five standard errors. */
  @Test
  void draws_follow_the_law() {
    SplittableRandom random = new SplittableRandom(1);
    int draws = 200_000;
    double sum = 0;
    int below = 0;
    for (int k = 0; k < draws; k++) {
      double y = TWO.sample(random);
      sum += y;
      below += y < -1 ? 1 : 0;
    }
    double expected = distribution(-1);
    // The variance is 0.3 0.25 + 0.7 2.25 + 0.3 0.7 9 = 3.54.
    assertThat(sum / draws).isCloseTo(.1, within(5 * Math.sqrt(3.54 / draws)));
    assertThat((double) below / draws)
        .isCloseTo(expected, within(5 * Math.sqrt(expected * (1 - expected) / draws)));
  }
}
