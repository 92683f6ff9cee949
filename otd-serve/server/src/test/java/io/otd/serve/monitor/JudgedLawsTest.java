// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.metrics.Crps;
import io.otd.predict.PredictedLaws;
import io.otd.predict.Prediction;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scores of an observation under a predictive distribution, against closed forms. */
class JudgedLawsTest {
  private static final double MIDDLE = .5;

  /** The draws 1, 2, ..., 100. */
  private static final float[] HUNDRED = hundred();

  private static float[] hundred() {
    float[] draws = new float[100];
    for (int i = 0; i < draws.length; i++) {
      draws[(37 * i) % 100] = i + 1;
    }
    return draws;
  }

  private static LawSummary law(Prediction prediction, int draws) {
    return new LawGrid(draws, List.of()).summary(prediction, 0).orElseThrow();
  }

  private static ObservationScore judged(double observed) {
    return law(PredictedLaws.of(HUNDRED), 100).judge(observed, MIDDLE, "");
  }

  private static List<Boolean> covered(ObservationScore score) {
    return IntStream.range(0, 4).mapToObj(score::isCovered).toList();
  }

  @Test
  void intervals_are_central_and_include_their_endpoints() {
    // [q(0.25), q(0.75)] = [25, 75], [10, 90], [5, 95], [3, 98].
    assertThat(covered(judged(25))).containsExactly(true, true, true, true);
    assertThat(covered(judged(24))).containsExactly(false, true, true, true);
    assertThat(covered(judged(91))).containsExactly(false, false, true, true);
    assertThat(covered(judged(98))).containsExactly(false, false, false, true);
    assertThat(covered(judged(98.5))).containsExactly(false, false, false, false);
    assertThat(judged(50).width()).isEqualTo(90);
    assertThat(judged(49.25).error()).isEqualTo(1.25);
  }

  @Test
  void conformal_intervals_are_scored_at_the_levels_they_cover() {
    ConformalCalibration conformal =
        new ConformalCalibration(
            new ConformalRule.Quantiles(),
            50,
            List.of(
                new ConformalLevel(.9, List.of(2.5)),
                new ConformalLevel(.95, List.of(Double.POSITIVE_INFINITY))));
    LawSummary law = law(PredictedLaws.of(conformal, HUNDRED), 100);
    assertThat(covered(law.judge(97.5, MIDDLE, ""))).containsExactly(false, false, true, true);
    assertThat(covered(law.judge(-1e30, MIDDLE, ""))).containsExactly(false, false, false, true);
    assertThat(law.judge(0, MIDDLE, "").width()).isEqualTo(95);
  }

  @Test
  void a_value_beyond_all_draws_falls_in_the_outermost_bin() {
    assertThat(judged(-5).bin()).isZero();
    assertThat(judged(1000).bin()).isEqualTo(MonitorScores.PIT_BINS - 1);
    assertThat(judged(50.5).pit()).isBetween(.48, .52);
    assertThat(law(PredictedLaws.of(HUNDRED), 100).judge(1000, Math.nextDown(1.0), "").bin())
        .isEqualTo(MonitorScores.PIT_BINS - 1);
  }

  @Test
  void pit_is_randomised_when_all_draws_are_equal() {
    float[] same = new float[60];
    LawSummary law = law(PredictedLaws.of(same), 60);
    assertThat(law.judge(0, .125, "").pit()).isEqualTo(.125);
    assertThat(law.judge(0, .875, "").pit()).isEqualTo(.875);
    assertThat(law.judge(1, .5, "").bin()).isEqualTo(19);
  }

  /**
   * The CRPS of the standard normal distribution, {@code y (2 F(y) - 1) + 2 f(y) - 1 / sqrt(pi)}
   * (Gneiting and Raftery 2007, equation 22, with its distribution function F and density f), here
   * from 1,000 draws that are its quantiles.
   */
  @ParameterizedTest
  @CsvSource({"0, 0.23369498", "2, 1.45279184", "-4, 3.43582472"})
  void crps_of_a_normal_distribution_matches_its_closed_form(double observed, double expected) {
    float[] draws = new float[1000];
    for (int i = 0; i < draws.length; i++) {
      draws[i] = (float) normalQuantile((i + .5) / draws.length);
    }
    assertThat(law(PredictedLaws.of(draws), 1000).judge(observed, MIDDLE, "").crps())
        .isCloseTo(expected, within(.003 * expected));
  }

  /** By bisection of the distribution function, by Simpson's rule. */
  private static double normalQuantile(double probability) {
    double low = -8;
    double high = 8;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      if (normal(middle) < probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static double normal(double x) {
    int steps = 200;
    double step = x / steps;
    double sum = 0;
    for (int i = 0; i <= steps; i++) {
      double z = i * step;
      sum += (i == 0 || i == steps ? 1 : 2 + 2 * (i % 2)) * Math.exp(-z * z / 2);
    }
    return .5 + sum * step / 3 / Math.sqrt(2 * Math.PI);
  }

  @Test
  void crps_of_a_few_draws_is_their_empirical_crps() {
    float[] draws = {3, 1, 2, 7};
    assertThat(law(PredictedLaws.of(draws), 4).judge(2.5, MIDDLE, "").crps())
        .isEqualTo(Crps.empirical(new double[] {1, 2, 3, 7}, 2.5));
  }

  @Test
  void non_finite_draws_yield_no_summary() {
    for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
      float[] draws = HUNDRED.clone();
      draws[17] = bad;
      assertThat(new LawGrid(100, List.of()).summary(PredictedLaws.of(draws), 0)).isEmpty();
    }
  }

  /**
   * The value is one more draw from the distribution: its rank is uniform, and an interval between
   * the a-th and the b-th of K draws holds it with probability {@code (b - a) / (K + 1)}. Bounds:
   * five standard errors of a share, and the 0.9999 quantile of chi squared with 19 degrees of
   * freedom.
   */
  @ParameterizedTest
  @ValueSource(ints = {10, 60, 256})
  void a_calibrated_distribution_has_uniform_pit_and_nominal_coverage(int draws) {
    int n = 6000;
    Random random = new Random(draws);
    LawGrid grid = new LawGrid(draws, List.of());
    MonitorSums sums = new MonitorSums();
    for (int i = 0; i < n; i++) {
      double mean = 100 * random.nextDouble();
      double spread = 1 + random.nextDouble();
      float[] drawn = new float[draws];
      for (int k = 0; k < draws; k++) {
        drawn[k] = (float) (mean + spread * random.nextGaussian());
      }
      LawSummary law = grid.summary(PredictedLaws.of(drawn), 0).orElseThrow();
      sums.add(law.judge(mean + spread * random.nextGaussian(), random.nextDouble(), ""));
    }
    MonitorScores scores = sums.scores();
    for (int i = 0; i < MonitorScores.LEVELS.size(); i++) {
      double level = MonitorScores.LEVELS.get(i);
      double high = Math.ceil(draws * (1 + level) / 2 - 1e-9);
      double low = Math.ceil(draws * (1 - level) / 2 - 1e-9);
      double expected = (high - low) / (draws + 1);
      assertThat(scores.coverage(i))
          .as("level %s", level)
          .isCloseTo(expected, within(5 * Math.sqrt(expected * (1 - expected) / n)));
    }
    double each = (double) n / MonitorScores.PIT_BINS;
    double chiSquared =
        scores.pit().stream().mapToDouble(c -> (c - each) * (c - each) / each).sum();
    assertThat(chiSquared).isLessThan(50.8);
    assertThat(scores.bias()).isCloseTo(0, within(.2));
  }

  @Test
  void a_too_narrow_distribution_fills_the_outer_pit_bins() {
    Random random = new Random(3);
    MonitorSums sums = new MonitorSums();
    for (int i = 0; i < 2000; i++) {
      float[] drawn = new float[100];
      for (int k = 0; k < drawn.length; k++) {
        drawn[k] = (float) (random.nextGaussian() / 2);
      }
      sums.add(law(PredictedLaws.of(drawn), 100).judge(random.nextGaussian(), MIDDLE, ""));
    }
    MonitorScores scores = sums.scores();
    assertThat(scores.pit().get(0)).isGreaterThan(300);
    assertThat(scores.pit().get(19)).isGreaterThan(300);
    // A normal value is within 1.645 / 2 standard deviations of 0 with probability 0.589.
    assertThat(scores.coverage(MonitorScores.LEVELS.indexOf(.9))).isCloseTo(.589, within(.06));
  }
}
