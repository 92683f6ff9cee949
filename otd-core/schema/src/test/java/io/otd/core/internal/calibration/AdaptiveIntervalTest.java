// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.calibration.ConformalRule.Bounds;
import io.otd.core.internal.files.StrictJson;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Intervals that follow a stream whose law drifts, and is known: y is normal with mean 0, and its
 * standard deviation changes with time. The predicted intervals are always those of a standard
 * normal law.
 */
class AdaptiveIntervalTest {
  /** The 0.95 quantile of a standard normal law: the end of its central interval of level 0.9. */
  private static final double Z = 1.6448536269514722;

  private static final Bounds NOMINAL = new Bounds(-Z, Z);
  private static final int LENGTH = 6000;
  private static final int WINDOW = AdaptiveLevel.WINDOW;

  /** Standard deviation: constant, a jump to three times as much, a slow way down, oscillating. */
  private static double spread(int t) {
    if (t < 1500) {
      return 1;
    }
    if (t < 3000) {
      return 3;
    }
    return t < 4500 ? 3 - 2.5 * (t - 3000) / 1500 : 1 + .5 * Math.sin(t / 60.0);
  }

  private static double[] stream(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(0, LENGTH).mapToDouble(t -> spread(t) * random.nextGaussian()).toArray();
  }

  /** Shares of ones in all windows. */
  private static double[] windows(double[] values) {
    return IntStream.rangeClosed(0, values.length - WINDOW)
        .mapToDouble(
            from ->
                IntStream.range(from, from + WINDOW)
                    .mapToDouble(t -> values[t])
                    .average()
                    .orElse(0))
        .toArray();
  }

  private static double largestDistance(double[] values, double from) {
    double largest = 0;
    for (double value : values) {
      largest = Math.max(largest, Math.abs(value - from));
    }
    return largest;
  }

  /**
   * Chance alone, for independent values, moves the share of a window by 0.0134 (one standard
   * deviation), and by 0.054 in the worst of some thousand windows (four). The nominal intervals
   * hold 42 % where the law is three times as wide.
   */
  @Test
  void adapted_intervals_hold_their_share_in_every_window_while_the_law_drifts() {
    for (long seed = 1; seed <= 3; seed++) {
      AdaptiveInterval interval = new AdaptiveInterval(.9);
      double[] nominal = new double[LENGTH];
      double[] adapted = new double[LENGTH];
      double[] stream = stream(seed);
      for (int t = 0; t < LENGTH; t++) {
        Bounds bounds = AdaptiveInterval.stretched(NOMINAL, interval.factor());
        nominal[t] = Math.abs(stream[t]) <= Z ? 1 : 0;
        adapted[t] = bounds.low() <= stream[t] && stream[t] <= bounds.high() ? 1 : 0;
        interval.learn(AdaptiveInterval.score(NOMINAL, stream[t]));
      }
      assertThat(largestDistance(windows(nominal), .9)).isGreaterThan(.4);
      assertThat(largestDistance(windows(adapted), .9)).isLessThan(.06);
      assertThat(interval.coverage()).isCloseTo(.9, within(.01));
    }
  }

  /** At the end of the part with three times the spread, the ends should be three times as far. */
  @Test
  void intervals_become_as_wide_as_the_law() {
    AdaptiveInterval interval = new AdaptiveInterval(.9);
    double[] stream = stream(4);
    assertThat(interval.factor()).isEqualTo(1);
    double mean = 0;
    for (int t = 0; t < 3000; t++) {
      interval.learn(AdaptiveInterval.score(NOMINAL, stream[t]));
      mean += t >= 2500 ? interval.factor() / 500 : 0;
    }
    assertThat(mean).isCloseTo(3, within(.3));
  }

  /** Gibbs and Candès (2021), proposition 4.1, of a window: a share, whatever the values are. */
  @Test
  void every_expert_misses_its_share_in_every_window_up_to_the_bound_of_its_rate() {
    double[] betas = betas(5);
    for (int i = 0; i < AdaptiveLevel.RATES.size(); i++) {
      double gamma = AdaptiveLevel.RATES.get(i);
      AdaptiveLevel level = AdaptiveLevel.of(.9);
      double[] missed = new double[betas.length];
      for (int t = 0; t < betas.length; t++) {
        missed[t] = AdaptiveLevel.misses(level.miscoverages().get(i), betas[t]) ? 1 : 0;
        level = level.after(betas[t]);
      }
      assertThat(largestDistance(windows(missed), .1))
          .isLessThanOrEqualTo((1 + gamma) / (WINDOW * gamma) + 1e-9);
    }
  }

  /** Miscoverages that would have been right, of laws that change abruptly: no stretching. */
  private static double[] betas(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(0, LENGTH)
        .mapToDouble(t -> t / 700 % 2 == 0 ? random.nextDouble() : Math.pow(random.nextDouble(), 3))
        .toArray();
  }

  /**
   * Gibbs and Candès (2024), the lemma behind their theorem on regret: in an interval I, the loss
   * is at most that of any expert, plus {@code eta} times the mean squared losses of the experts,
   * plus {@code (log(k / sigma) + 2 sigma |I|) / eta}.
   */
  @Test
  void in_no_window_is_the_loss_above_that_of_the_best_expert_by_more_than_the_regret_bound() {
    double[] betas = betas(6);
    int experts = AdaptiveLevel.RATES.size();
    double[] own = new double[LENGTH];
    double[] squares = new double[LENGTH];
    double[][] each = new double[experts][LENGTH];
    AdaptiveLevel level = AdaptiveLevel.of(.9);
    for (int t = 0; t < LENGTH; t++) {
      own[t] = level.loss(level.miscoverage(), betas[t]);
      for (int i = 0; i < experts; i++) {
        each[i][t] = level.loss(level.miscoverages().get(i), betas[t]);
        squares[t] += level.weights().get(i) * each[i][t] * each[i][t];
      }
      level = level.after(betas[t]);
    }
    double eta = level.eta();
    double sigma = AdaptiveLevel.SHARE;
    double constant = (Math.log(experts / sigma) + 2 * sigma * WINDOW) / eta / WINDOW;
    double[] loss = windows(own);
    double[] square = windows(squares);
    for (double[] expert : each) {
      double[] theirs = windows(expert);
      for (int from = 0; from < loss.length; from++) {
        assertThat(loss[from]).isLessThanOrEqualTo(theirs[from] + eta * square[from] + constant);
      }
    }
    // The bound is not empty: the worst constant miscoverage, 1, loses more.
    assertThat(windows(own)[0] + constant).isLessThan(level.loss(1, .5));
  }

  @Test
  void from_its_state_it_goes_on_as_if_it_had_never_stopped() {
    double[] stream = stream(7);
    AdaptiveInterval whole = new AdaptiveInterval(.8);
    AdaptiveInterval resumed = new AdaptiveInterval(.8);
    for (int t = 0; t < 1300; t++) {
      double score = AdaptiveInterval.score(NOMINAL, stream[t]);
      whole.learn(score);
      resumed.learn(score);
      if (t % 217 == 0) {
        resumed =
            new AdaptiveInterval(
                StrictJson.value(StrictJson.tree(resumed.state()), AdaptiveInterval.State.class));
      }
      assertThat(resumed.factor()).isEqualTo(whole.factor());
      assertThat(resumed.adaptedLevel()).isEqualTo(whole.adaptedLevel());
    }
    assertThat(resumed.state()).isEqualTo(whole.state());
  }

  @Test
  void values_that_no_stretching_reaches_make_intervals_unbounded() {
    Bounds point = new Bounds(2, 2);
    assertThat(AdaptiveInterval.score(point, 2)).isZero();
    AdaptiveInterval interval = new AdaptiveInterval(.9);
    for (int t = 0; t < 100; t++) {
      interval.learn(AdaptiveInterval.score(point, 3));
    }
    assertThat(interval.factor()).isInfinite();
    assertThat(AdaptiveInterval.stretched(point, interval.factor()))
        .isEqualTo(new Bounds(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY));
  }

  @Test
  void few_values_move_nothing() {
    AdaptiveInterval interval = new AdaptiveInterval(.9);
    for (int t = 0; t < AdaptiveInterval.FIRST - 1; t++) {
      interval.learn(5);
    }
    assertThat(interval.factor()).isEqualTo(1);
    assertThat(interval.adaptedLevel()).isEqualTo(.9);
    assertThat(interval.coverage()).isNaN();
    interval.learn(5);
    assertThat(interval.factor()).isEqualTo(5);
  }

  @Test
  void a_state_with_impossible_numbers_is_refused() {
    AdaptiveLevel level = AdaptiveLevel.of(.9);
    assertThatThrownBy(() -> new AdaptiveInterval.State(level, 1, 0, List.of(Double.NaN)))
        .hasMessage("score: NaN (expected: >= 0)");
    assertThatThrownBy(() -> new AdaptiveInterval.State(level, 3, 0, List.of(1.0)))
        .hasMessageContaining("scores: 1 of 3 values");
    assertThatThrownBy(() -> new AdaptiveLevel(.9, List.of(.1), List.of(1.0)))
        .hasMessageContaining("experts: 1 miscoverages");
    assertThatThrownBy(() -> level.after(1.5)).hasMessage("beta: 1.5 (expected: from 0 to 1)");
  }
}
