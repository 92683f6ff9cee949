// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.loss.Loss;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.optimizer.Optimizer;
import io.otd.core.internal.optimizer.Schedule;
import io.otd.core.internal.program.TrainingPlan;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.progress.TrainingOutcome;
import java.util.Optional;

/**
 * How a model is trained. Everything is counted in steps: what an epoch is differs from table to
 * table.
 *
 * @param loss of a row
 * @param action the charge for the flow
 * @param optimizer the update; a model is validated and predicts by its average of the parameters
 * @param schedule of the learning rate
 * @param batch which rows a step sees
 * @param steps maximum number of steps, at least 1
 * @param every steps between two points of the history, and between validations, at least 1
 * @param patience steps without a better validation score after which training stops; at least 1
 * @param seed of initial values, batches and noise
 */
public record TrainingSettings(
    Loss loss,
    KineticAction action,
    Optimizer optimizer,
    Schedule schedule,
    BatchRule batch,
    long steps,
    long every,
    long patience,
    long seed) {
  /** Checks the ranges. */
  public TrainingSettings {
    Check.that(steps >= 1, "steps", steps, ">= 1");
    Check.that(every >= 1, "every", every, ">= 1");
    Check.that(patience >= 1, "patience", patience, ">= 1");
  }

  /**
   * Whether training stops early. Decided only where the history has a point: elsewhere it would
   * depend on how the calls of the program end.
   *
   * @param step steps done
   * @param bestStep of the best validation score, or -1
   */
  boolean stale(long step, long bestStep) {
    return bestStep >= 0 && atPoint(step) && step - bestStep >= patience;
  }

  /** The outcome of a run with the given state; empty if steps remain. */
  Optional<TrainingOutcome> ended(TrainingSnapshot state) {
    if (state.step() >= steps) {
      return Optional.of(TrainingOutcome.COMPLETED);
    }
    return stale(state.step(), state.bestStep())
        ? Optional.of(TrainingOutcome.STOPPED_EARLY)
        : Optional.empty();
  }

  /** Whether the history has a point after some steps. */
  boolean atPoint(long step) {
    return step > 0 && step == nextPoint(step - 1);
  }

  /** The first step after a given one at which the history gets a point. */
  long nextPoint(long step) {
    return Math.min(steps, (step / every + 1) * every);
  }

  /**
   * The definition of a step.
   *
   * @param model what is trained
   * @param rows n, of the training data
   * @param points rows of a case, see {@link TrainingRows#points}
   */
  public TrainingPlan plan(ModelSpec model, int rows, int points) {
    return new TrainingPlan(model, loss, action, optimizer, batch.of(rows, points));
  }

  /** The same with another seed. */
  public TrainingSettings withSeed(long other) {
    return new TrainingSettings(
        loss, action, optimizer, schedule, batch, steps, every, patience, other);
  }
}
