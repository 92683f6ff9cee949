// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.internal.array.Ascending;
import io.otd.core.internal.calibration.ConformalRule.Bounds;
import io.otd.core.internal.check.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Intervals of one level that follow the values that arrive. The score of a value is the factor by
 * which its interval must be stretched about the middle to hold it, as in conformalised quantile
 * regression with normalised widths (Sesia and Candès 2020, "CQR-r"). The interval of miscoverage a
 * is stretched by the {@code 1 - a} quantile of the latest scores; {@link AdaptiveLevel} chooses a.
 * Until {@link #FIRST} values have arrived, intervals stay as they are. Not thread-safe.
 */
public final class AdaptiveInterval {
  /** Number of the latest scores whose quantile stretches the intervals. */
  public static final int WINDOW = AdaptiveLevel.WINDOW;

  /** Values before which nothing adapts: a quantile of fewer says little. */
  public static final int FIRST = 50;

  private final double[] ascending = new double[WINDOW];
  private final double[] latest = new double[WINDOW];
  private int size;
  private AdaptiveLevel level;
  private long values;
  private long held;

  /**
   * What is kept of it: from the same state, the same intervals follow.
   *
   * @param level and its experts
   * @param values how many have arrived
   * @param held how many of them, after the first {@value #FIRST}, the adapted interval held
   * @param scores the latest, oldest first, at most {@value #WINDOW}; at least 0, may be infinite
   */
  public record State(AdaptiveLevel level, long values, long held, List<Double> scores) {
    /** Checks the numbers. */
    public State {
      scores = List.copyOf(scores);
      if (scores.size() != Math.min(values, WINDOW) || held < 0 || held > values) {
        throw new IllegalArgumentException(
            "scores: %s of %s values, %s held (expected: all, or the latest %s; at most all held)"
                .formatted(scores.size(), values, held, WINDOW));
      }
      scores.forEach(AdaptiveInterval::requireScore);
    }
  }

  /**
   * Intervals that no value has moved yet.
   *
   * @param level nominal one, inside (0, 1)
   */
  public AdaptiveInterval(double level) {
    this.level = AdaptiveLevel.of(level);
  }

  /** Continues from a state. */
  public AdaptiveInterval(State state) {
    level = state.level();
    values = state.values();
    held = state.held();
    long first = values - state.scores().size();
    for (double score : state.scores()) {
      keep(score, first++);
    }
  }

  /** Its state. */
  public State state() {
    List<Double> scores = new ArrayList<>(size);
    for (long i = values - size; i < values; i++) {
      scores.add(latest[(int) (i % WINDOW)]);
    }
    return new State(level, values, held, scores);
  }

  /** Nominal level. */
  public double level() {
    return level.level();
  }

  /** The level that is used instead, {@code 1 - alpha_t}, in [0, 1]; the nominal one at first. */
  public double adaptedLevel() {
    return adapts() ? Math.max(0, Math.min(1, 1 - level.miscoverage())) : level.level();
  }

  /** Values that have arrived. */
  public long values() {
    return values;
  }

  /** Share of the values that the adapted intervals held; NaN at first. */
  public double coverage() {
    return (double) held / Math.max(0, values - FIRST);
  }

  /** Whether enough values have arrived. */
  public boolean adapts() {
    return values >= FIRST;
  }

  /**
   * The factor that stretches the next interval, at least 0: 1 at first, infinite at a miscoverage
   * of 0.
   */
  public double factor() {
    double miscoverage = level.miscoverage();
    if (!adapts()) {
      return 1;
    }
    if (miscoverage <= 0) {
      return Double.POSITIVE_INFINITY;
    }
    return miscoverage < 1 ? ascending[(int) Math.ceil((1 - miscoverage) * size) - 1] : 0;
  }

  /**
   * An interval, stretched about its middle.
   *
   * @param factor at least 0; by an infinite one it is unbounded
   */
  public static Bounds stretched(Bounds nominal, double factor) {
    if (factor == Double.POSITIVE_INFINITY) {
      return new Bounds(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }
    double half = nominal.high() / 2 - nominal.low() / 2;
    double middle = nominal.low() + half;
    return new Bounds(middle - factor * half, middle + factor * half);
  }

  /**
   * The score of a value: the least factor by which the interval holds it.
   *
   * @param nominal finite
   * @return at least 0; infinite for a value beside an interval without width
   */
  public static double score(Bounds nominal, double observed) {
    double half = nominal.high() / 2 - nominal.low() / 2;
    double distance = Math.abs(observed - (nominal.low() + half));
    return distance == 0 ? 0 : distance / half;
  }

  /**
   * Learns from a value.
   *
   * @param score of it, under the interval predicted for it
   */
  public void learn(double score) {
    requireScore(score);
    if (adapts()) {
      double beta = 1 - (double) below(score) / size;
      held += AdaptiveLevel.misses(level.miscoverage(), beta) ? 0 : 1;
      level = level.after(beta);
    }
    keep(score, values++);
  }

  /** Replaces the oldest score once there are enough. */
  private void keep(double score, long number) {
    int at = (int) (number % WINDOW);
    if (size == WINDOW) {
      int oldest = Arrays.binarySearch(ascending, latest[at]);
      System.arraycopy(ascending, oldest + 1, ascending, oldest, --size - oldest);
    }
    int to = below(score);
    System.arraycopy(ascending, to, ascending, to + 1, size++ - to);
    ascending[to] = score;
    latest[at] = score;
  }

  /** Number of kept scores below a score. */
  private int below(double score) {
    return Ascending.below(ascending, size, score);
  }

  private static void requireScore(double score) {
    Check.that(score >= 0, "score", score, ">= 0");
  }
}
