// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.metrics.Crps;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The integrals that define the scores, of laws whose distribution function is known. */
class TailWeightTest {
  /** An exponential law of mean 1. */
  private static double below(double value) {
    return value <= 0 ? 0 : -Math.expm1(-value);
  }

  private static double quantile(double tau) {
    return -Math.log1p(-tau);
  }

  /** Many draws that are the law's quantiles: their law is the exponential one to 1e-4. */
  private static double[] draws() {
    double[] draws = new double[20_000];
    Arrays.setAll(draws, k -> quantile((k + .5) / draws.length));
    return draws;
  }

  private static double integral(double from, double to, DoubleUnaryOperator of) {
    int steps = 200_000;
    double step = (to - from) / steps;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      sum += of.applyAsDouble(from + (i + .5) * step) * step;
    }
    return sum;
  }

  private static TailWeight weight(String text) {
    return TailWeight.of(text).orElseThrow();
  }

  @Test
  void beyond_a_threshold_it_is_the_integral_of_the_squared_error_of_the_distribution_function() {
    double[] draws = draws();
    for (double y : new double[] {.1, 1.2, 3}) {
      DoubleUnaryOperator square = z -> Math.pow(below(z) - (y <= z ? 1 : 0), 2);
      // The draws end near 10.6; beyond, the integrand is below 1e-9.
      assertThat(weight("above:0.8").score(draws, y))
          .isCloseTo(integral(.8, 20, square), within(5e-4));
      assertThat(weight("below:0.8").score(draws, y))
          .isCloseTo(integral(-1, .8, square), within(5e-4));
      assertThat(weight("above:0.8").score(draws, y) + weight("below:0.8").score(draws, y))
          .isCloseTo(Crps.fair(draws, y), within(1e-12));
    }
  }

  @Test
  void of_a_part_of_the_probabilities_it_is_the_integral_of_the_weighted_pinball_loss() {
    double[] draws = draws();
    for (double y : new double[] {.1, 1.2, 3}) {
      List<DoubleUnaryOperator> weights =
          List.of(
              t -> t * t, t -> (1 - t) * (1 - t), t -> (2 * t - 1) * (2 * t - 1), t -> t * (1 - t));
      List<String> names = List.of("upper", "lower", "tails", "centre");
      for (int w = 0; w < names.size(); w++) {
        DoubleUnaryOperator weight = weights.get(w);
        double expected =
            integral(
                0,
                1,
                t -> {
                  double above = y - quantile(t);
                  return 2 * weight.applyAsDouble(t) * (above >= 0 ? t : t - 1) * above;
                });
        assertThat(weight(names.get(w)).score(draws, y))
            .as(names.get(w) + " " + y)
            .isCloseTo(expected, within(5e-4));
      }
    }
  }

  /** Of a law of three values every sample of five draws is listed, with its probability. */
  @Test
  void few_draws_score_in_the_mean_as_the_law_that_they_are_from() {
    double[] values = {0, 1, 4};
    double[] probabilities = {.5, .3, .2};
    for (String text : List.of("upper", "lower", "tails", "centre", "above:0.5", "below:2")) {
      double mean = 0;
      for (int sample = 0; sample < 243; sample++) {
        double[] draws = new double[5];
        double probability = 1;
        int digits = sample;
        for (int k = 0; k < draws.length; k++, digits /= 3) {
          draws[k] = values[digits % 3];
          probability *= probabilities[digits % 3];
        }
        Arrays.sort(draws);
        mean += probability * weight(text).score(draws, 1.5);
      }
      assertThat(mean).as(text).isCloseTo(ofLaw(text, values, probabilities), within(1e-12));
    }
  }

  /** As many draws as the law's probabilities say, so many that their number does not matter. */
  private static double ofLaw(String text, double[] values, double[] probabilities) {
    double y = 1.5;
    double[] upTo = {0, probabilities[0], probabilities[0] + probabilities[1], 1};
    if (text.contains(":")) {
      double at = Double.parseDouble(text.substring(text.indexOf(':') + 1));
      double sum = 0;
      double[] cuts = {0, 1, 1.5, 4};
      double[] share = {.5, .8, .8};
      for (int i = 0; i < share.length; i++) {
        double from = text.startsWith("above") ? Math.max(cuts[i], at) : cuts[i];
        double to = text.startsWith("above") ? cuts[i + 1] : Math.min(cuts[i + 1], at);
        sum += Math.max(0, to - from) * Math.pow(share[i] - (cuts[i] >= y ? 1 : 0), 2);
      }
      return sum;
    }
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      double above = values[i] - y;
      sum +=
          2 * above * integral(upTo[i], upTo[i + 1], t -> w(text, t) * ((above > 0 ? 1 : 0) - t));
    }
    return sum;
  }

  private static double w(String text, double t) {
    return switch (text) {
      case "upper" -> t * t;
      case "lower" -> (1 - t) * (1 - t);
      case "tails" -> (2 * t - 1) * (2 * t - 1);
      default -> t * (1 - t);
    };
  }

  @Test
  void a_constant_weight_gives_the_crps() {
    double[] draws = {-2, .5, .5, 1, 7};
    assertThat(Crps.weighted(draws, .7, 1, 0, 0)).isCloseTo(Crps.fair(draws, .7), within(1e-14));
    double[] few = {-2, .5, 7};
    assertThat(Crps.weighted(few, .7, 1, 0, 0)).isCloseTo(Crps.empirical(few, .7), within(1e-14));
  }

  @Test
  void its_text_says_the_part_and_its_name_repeats_it() {
    assertThat(weight("above:40.0").further().name()).isEqualTo("crps_above_40");
    assertThat(weight("Below:-0.5").further().name()).isEqualTo("crps_below_-0.5");
    assertThat(weight("upper").further().name()).isEqualTo("crps_upper");
    for (String none : List.of("", "above", "above:", "above:x", "above:NaN", "top", "upper:3")) {
      assertThat(TailWeight.of(none)).as(none).isEmpty();
    }
  }
}
