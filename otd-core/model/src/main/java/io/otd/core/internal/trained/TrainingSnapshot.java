// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import io.otd.core.internal.program.TrainingState;
import java.util.List;

/**
 * Everything that a later process needs to resume a training run with bit-identical results.
 * Vectors hold all parameters one after another, in the order of {@link
 * io.otd.core.internal.model.ModelSpec#parameters()}.
 *
 * @param step steps taken
 * @param parameters current values
 * @param firstMoment of the optimiser
 * @param secondMoment of the optimiser
 * @param average of the parameters over the steps; equal to them if none is kept
 * @param best averages with the best validation score so far; the current ones if none was measured
 * @param bestScore best validation score, or {@link #NO_SCORE}
 * @param bestStep steps taken at the best score, or {@link #NO_STEP}
 * @param pending sums over the steps since the last point of the history
 * @param history one entry an evaluation, oldest first
 */
public record TrainingSnapshot(
    long step,
    float[] parameters,
    float[] firstMoment,
    float[] secondMoment,
    float[] average,
    float[] best,
    double bestScore,
    long bestStep,
    Sums pending,
    List<Point> history) {
  /** The best score if none was measured. */
  public static final double NO_SCORE = Double.POSITIVE_INFINITY;

  /** The step of the best score if none was measured. */
  public static final long NO_STEP = -1;

  /** Keeps the history; the arrays are not copied. */
  public TrainingSnapshot {
    history = List.copyOf(history);
    int size = parameters.length;
    if (firstMoment.length != size
        || secondMoment.length != size
        || average.length != size
        || best.length != size) {
      throw new IllegalArgumentException(
          "snapshot vectors: %s, %s, %s, %s, %s values (expected: the same number)"
              .formatted(
                  size, firstMoment.length, secondMoment.length, average.length, best.length));
    }
  }

  /** The state of a run that has no validation score and no history. */
  public static TrainingSnapshot of(TrainingState state) {
    return new TrainingSnapshot(
        state.step(),
        state.parameters(),
        state.firstMoment(),
        state.secondMoment(),
        state.average(),
        state.average(),
        NO_SCORE,
        NO_STEP,
        Sums.NONE,
        List.of());
  }

  /**
   * The same with the best averages so far.
   *
   * @param averages with the best validation score
   * @param steps taken at it
   */
  public TrainingSnapshot withBest(float[] averages, double score, long steps) {
    return new TrainingSnapshot(
        step,
        parameters,
        firstMoment,
        secondMoment,
        average,
        averages,
        score,
        steps,
        pending,
        history);
  }

  /**
   * The same with training curves.
   *
   * @param points of the history, oldest first
   * @param sums over the steps since the last of them
   */
  public TrainingSnapshot withCurves(List<Point> points, Sums sums) {
    return new TrainingSnapshot(
        step,
        parameters,
        firstMoment,
        secondMoment,
        average,
        best,
        bestScore,
        bestStep,
        sums,
        points);
  }

  /**
   * Sums over steps.
   *
   * @param fit of the loss's first term
   * @param dispersion of its second term
   * @param action of the kinetic action
   * @param steps number of them
   */
  public record Sums(double fit, double dispersion, double action, long steps) {
    /** No steps. */
    public static final Sums NONE = new Sums(0, 0, 0, 0);

    /** With one more step. */
    public Sums plus(double stepFit, double stepDispersion, double stepAction) {
      return new Sums(fit + stepFit, dispersion + stepDispersion, action + stepAction, steps + 1);
    }
  }

  /**
   * One point of the training curves.
   *
   * @param step steps taken
   * @param fit mean of the loss's first term over the steps since the last point
   * @param dispersion mean of its second term
   * @param action mean kinetic action
   * @param validation validation score, or NaN if none was measured
   */
  public record Point(long step, double fit, double dispersion, double action, double validation) {}
}
