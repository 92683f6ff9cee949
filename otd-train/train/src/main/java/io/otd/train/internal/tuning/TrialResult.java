// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import io.otd.core.internal.trained.TrainingSnapshot;
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
  /** Best first; what diverged last; of equals the first. */
  static final Comparator<TrialResult> BEST_FIRST =
      Comparator.comparingDouble(TrialResult::rank).thenComparing(r -> r.trial().number());

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

  /** The best validation score so far: the energy score of standardised rows; infinite for none. */
  double score() {
    return scoreBy(Long.MAX_VALUE);
  }

  /** The best validation score within a number of steps. */
  double scoreBy(long steps) {
    return history.stream()
        .filter(p -> p.step() <= steps)
        .mapToDouble(TrainingSnapshot.Point::validation)
        .filter(v -> !Double.isNaN(v))
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** The first step with the best score, -1 for none. */
  long bestStep() {
    double best = score();
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
