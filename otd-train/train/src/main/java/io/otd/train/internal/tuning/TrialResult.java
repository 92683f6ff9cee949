// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.internal.result.Spread;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Progress of a trial.
 *
 * @param trial which
 * @param status the reason for its rank
 * @param rung the last that it had its steps of, from 0; -1 for none
 * @param history the training curve so far
 */
record TrialResult(Trial trial, Status status, int rung, List<TrainingSnapshot.Point> history) {
  /**
   * Best first: those of a later rung before those that were dropped, as the means of longer curves
   * may be higher; what has no score or diverged last; of equals the first.
   */
  static final Comparator<TrialResult> BEST_FIRST =
      Comparator.comparing((TrialResult r) -> Double.isFinite(r.rank()) ? 0 : 1)
          .thenComparing(r -> -r.rung)
          .thenComparingDouble(TrialResult::rank)
          .thenComparing(r -> r.trial().number());

  /** The reason for the rank of a trial. */
  enum Status {
    /** It has not begun, or was interrupted. */
    INTERRUPTED,
    /** It has the steps of its rung. */
    PAUSED,
    /** It has all steps. */
    COMPLETED,
    /** Its validation score no longer improved. */
    STOPPED_EARLY,
    /** Its numbers stopped being finite. */
    DIVERGED;

    /** In words. */
    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  TrialResult {
    history = List.copyOf(history);
  }

  /** Steps at the last point of the curve. */
  long steps() {
    return history.isEmpty() ? 0 : history.get(history.size() - 1).step();
  }

  /** The score of the curve so far: the energy score of standardised rows; infinite for none. */
  double score() {
    return curve().mean();
  }

  /** The same with its deviation. */
  Spread curve() {
    return curveBy(Long.MAX_VALUE);
  }

  /** The score of the curve within a number of steps. */
  double scoreBy(long steps) {
    return curveBy(steps).mean();
  }

  /** The score of the curve within a number of steps, with its deviation. */
  Spread curveBy(long steps) {
    return CurveScore.of(
        history.stream()
            .filter(p -> p.step() <= steps)
            .mapToDouble(TrainingSnapshot.Point::validation)
            .filter(v -> !Double.isNaN(v))
            .toArray());
  }

  /** The first step with the lowest validation, whose parameters are kept; -1 for none. */
  long bestStep() {
    double best =
        history.stream()
            .mapToDouble(TrainingSnapshot.Point::validation)
            .filter(v -> !Double.isNaN(v))
            .min()
            .orElse(Double.POSITIVE_INFINITY);
    return history.stream()
        .filter(p -> p.validation() == best)
        .mapToLong(TrainingSnapshot.Point::step)
        .findFirst()
        .orElse(-1);
  }

  /** The key for ordering trials: the score, infinite for diverged ones. */
  double rank() {
    return status == Status.DIVERGED ? Double.POSITIVE_INFINITY : score();
  }
}
