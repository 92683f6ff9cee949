// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.reproduction;

import io.otd.paper.experiment.Bound;
import io.otd.paper.experiment.Reference;
import io.otd.train.internal.result.Spread;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Our value of a measure, compared with those of others.
 *
 * @param reference the others
 * @param ours over the seeds, or null if no run has the measure
 * @param bound the requirement, or null if there is none or it is not judged
 * @param verdict whether it was met
 */
public record Comparison(
    Reference reference, @Nullable Spread ours, @Nullable Bound bound, Verdict verdict) {
  /** Whether a bound was met. */
  public enum Verdict {
    /** It was. */
    INSIDE,
    /** It was not. */
    OUTSIDE,
    /** None was requested, or the scale does not define it. */
    NOT_JUDGED
  }

  /** Minimum number of runs for the narrower bound of a mean. */
  private static final int RUNS_FOR_A_MEAN = 3;

  /**
   * Judges runs: each by the bound of a single one; the mean of three or more by its own, if there
   * is one.
   *
   * @param reference the others
   * @param values one per run that has the measure
   * @param judged whether the scale allows a verdict
   */
  static Comparison of(Reference reference, double[] values, int runs, boolean judged) {
    Spread ours = values.length > 0 ? Spread.of(values) : null;
    Bound single = reference.single();
    Bound mean = runs >= RUNS_FOR_A_MEAN ? reference.mean() : null;
    if (single == null || !judged) {
      return new Comparison(reference, ours, null, Verdict.NOT_JUDGED);
    }
    boolean inside =
        values.length == runs
            && (mean == null
                ? Arrays.stream(values).allMatch(single::contains)
                : mean.contains(Spread.of(values).mean()));
    return new Comparison(
        reference, ours, mean == null ? single : mean, inside ? Verdict.INSIDE : Verdict.OUTSIDE);
  }
}
