// SPDX-License-Identifier: Apache-2.0
package io.otd.app.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LikelyValuesTest {
  private static final int DRAWS = 4000;

  @Test
  void two_branches_are_named_with_their_shares_and_the_mean_that_hardly_ever_happens() {
    LikelyValues values = LikelyValues.of(draws(0.6));
    assertThat(values.peaks()).hasSize(2);
    // Standard error of a share: sqrt(0.6 x 0.4 / 4000) = 0.008; of a mode, about a fifth of the
    // standard deviation, 3.
    assertThat(values.peaks().get(0).value()).isCloseTo(44, within(1.5));
    assertThat(values.peaks().get(1).value()).isCloseTo(69, within(1.5));
    assertThat(values.peaks().get(1).share()).isCloseTo(0.6, within(0.03));
    assertThat(values.sentence("minutes"))
        .matches(
            "It takes about 4\\d minutes \\(\\d+ %\\), or about \\d+ minutes \\(\\d+ %\\);"
                + " 59 on average, which hardly ever happens\\.");
  }

  @Test
  void one_branch_has_one_value_and_a_usual_mean() {
    LikelyValues values = LikelyValues.of(draws(0));
    assertThat(values.peaks()).hasSize(1);
    assertThat(values.sentence("minutes")).matches("It takes about 4\\d minutes; 44 on average\\.");
  }

  /** Normal with mean 44 or, with a probability, 69, and standard deviation 3. */
  private static double[] draws(double probability) {
    SplittableRandom random = new SplittableRandom(7);
    double[] draws = new double[DRAWS];
    for (int k = 0; k < DRAWS; k++) {
      double normal =
          Math.sqrt(-2 * Math.log1p(-random.nextDouble()))
              * Math.cos(2 * Math.PI * random.nextDouble());
      draws[k] = (random.nextDouble() < probability ? 69 : 44) + 3 * normal;
    }
    return draws;
  }
}
