// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import io.otd.core.metrics.EmpiricalQuantile;
import io.otd.predict.Interval;
import io.otd.predict.Prediction;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Selects the draws of a distribution to keep: all, if there are few, otherwise the quantiles of
 * {@code (i - 1/2) / n}, which represent equal shares of it.
 */
final class LawGrid {
  private static final int KEPT = 40;

  private final int draws;
  private final int[] ranks;
  private final List<Double> adapted;
  private final List<Double> levels;

  /**
   * The grid of distributions of this number of draws.
   *
   * @param draws K, at least 1
   * @param adapted levels of the intervals that adapt
   */
  LawGrid(int draws, List<Double> adapted) {
    this.draws = draws;
    this.adapted = List.copyOf(adapted);
    this.levels =
        Stream.concat(MonitorScores.LEVELS.stream(), adapted.stream()).distinct().toList();
    ranks =
        draws <= KEPT
            ? IntStream.rangeClosed(1, draws).toArray()
            : IntStream.rangeClosed(1, KEPT)
                .map(
                    i ->
                        new EmpiricalQuantile(
                                BigDecimal.valueOf(2L * i - 1)
                                    .divide(BigDecimal.valueOf(2L * KEPT)))
                            .rank(draws))
                .toArray();
  }

  /** Places of the intervals that adapt among those that are kept. */
  IntStream adapting() {
    return adapted.stream().mapToInt(levels::indexOf);
  }

  /** K. */
  int draws() {
    return draws;
  }

  /**
   * Place of a kept draw among all in ascending order, from 1; 0 before the first, K + 1 after the
   * last.
   */
  int rank(int kept) {
    if (kept < 0) {
      return 0;
    }
    return kept < ranks.length ? ranks[kept] : draws + 1;
  }

  /**
   * The stored part of a distribution.
   *
   * @param target its position, from 0
   * @return nothing if a draw is not finite
   */
  Optional<LawSummary> summary(Prediction prediction, int target) {
    double[] ascending = prediction.ascending(target);
    float[] kept = new float[ranks.length];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = (float) ascending[ranks[i] - 1];
    }
    double mean = prediction.mean(target);
    // Sorted, so non-finite values are at the ends.
    boolean finite =
        Double.isFinite(mean)
            && Double.isFinite(ascending[0])
            && Double.isFinite(ascending[ascending.length - 1]);
    return finite
        ? Optional.of(new LawSummary(this, kept, ends(prediction, target), (float) mean))
        : Optional.empty();
  }

  /** Ends of the intervals in the answers: conformal ones if available. */
  private float[] ends(Prediction prediction, int target) {
    float[] ends = new float[2 * levels.size()];
    for (int i = 0; i < levels.size(); i++) {
      Interval interval = prediction.interval(target, levels.get(i));
      ends[2 * i] = (float) interval.lower();
      ends[2 * i + 1] = (float) interval.upper();
    }
    return ends;
  }

  @Override
  public String toString() {
    return "LawGrid" + Arrays.toString(ranks);
  }
}
