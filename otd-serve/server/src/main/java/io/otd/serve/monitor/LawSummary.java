// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import io.otd.core.internal.calibration.ConformalRule.Bounds;
import io.otd.core.metrics.Crps;
import io.otd.core.metrics.evaluation.ProbabilityIntegralTransform;
import java.util.List;

/**
 * The stored part of the predictive distribution of one target of one row, for scoring it: some of
 * its draws, the ends of its intervals, its mean. All are floats, as in the model. Immutable.
 *
 * @param grid says which draws and intervals are kept
 * @param kept draws, ascending, finite
 * @param ends lower and upper one of the interval of each level that the grid keeps, may be
 *     infinite
 * @param mean of the law
 */
record LawSummary(LawGrid grid, float[] kept, float[] ends, float mean) {
  /** The nominal interval of each level that adapts. */
  List<Bounds> adapting() {
    return grid.adapting().mapToObj(i -> new Bounds(ends[2 * i], ends[2 * i + 1])).toList();
  }

  /**
   * Judges the law.
   *
   * <p>The place of the value (PIT) is uniform for calibrated laws: between two kept draws it is
   * anywhere among those that were not kept. The CRPS is the empirical one of the kept draws, which
   * is twice their mean {@linkplain io.otd.core.metrics.PinballLoss pinball loss} as quantiles of
   * {@code (i - 1/2) / n} (Laio and Tamea 2007, section 4): of a normal law within 0.2 % of that of
   * the law itself.
   *
   * @param observed finite
   * @param uniform in (0, 1), drawn anew each time
   * @param group of the row; empty if it is in none
   */
  ObservationScore judge(double observed, double uniform, String group) {
    double[] ascending = new double[kept.length];
    int below = -1;
    int above = kept.length;
    for (int i = 0; i < kept.length; i++) {
      ascending[i] = kept[i];
      below = kept[i] < observed ? i : below;
      above = kept[i] > observed ? Math.min(above, i) : above;
    }
    int rank = grid.rank(below);
    int covered = 0;
    for (int level = 0; level < MonitorScores.LEVELS.size(); level++) {
      boolean inside = ends[2 * level] <= observed && observed <= ends[2 * level + 1];
      covered |= inside ? 1 << level : 0;
    }
    int tail = (int) Math.round(kept.length * (1 - MonitorScores.WIDTH_LEVEL) / 2);
    int widthAt = MonitorScores.LEVELS.indexOf(MonitorScores.WIDTH_LEVEL);
    return new ObservationScore(
        covered,
        ProbabilityIntegralTransform.of(rank, grid.rank(above) - rank - 1, grid.draws(), uniform),
        (double) ends[2 * widthAt + 1] - ends[2 * widthAt],
        (double) kept[kept.length - 1 - tail] - kept[tail],
        kept[kept.length / 2],
        Crps.empirical(ascending, observed),
        mean - observed,
        group);
  }
}
