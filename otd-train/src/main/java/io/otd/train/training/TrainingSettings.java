package io.otd.train.training;

import io.otd.core.loss.KineticAction;
import io.otd.core.loss.Loss;
import io.otd.core.optimizer.Optimizer;
import io.otd.core.optimizer.Schedule;

/**
 * How a model is trained.
 *
 * @param loss of a row
 * @param action the charge for the flow
 * @param penalty weight of the sum of squares of all parameters in the loss, at least 0
 * @param optimizer the update
 * @param schedule of the learning rate
 * @param clipNorm largest global norm of the gradient, or positive infinity
 * @param batch rows of a step; 0 for all rows
 * @param epochs most passes over the rows, at least 1
 * @param every epochs between two points of the history, and between validations, at least 1
 * @param patience epochs without a better validation score after which training stops; at least 1
 * @param seed of initial values, batches and noise
 */
public record TrainingSettings(
    Loss loss,
    KineticAction action,
    double penalty,
    Optimizer optimizer,
    Schedule schedule,
    double clipNorm,
    int batch,
    int epochs,
    int every,
    int patience,
    long seed) {
  /** Checks the ranges. */
  public TrainingSettings {
    atLeast("batch", batch, 0);
    atLeast("epochs", epochs, 1);
    atLeast("every", every, 1);
    atLeast("patience", patience, 1);
  }

  /** The same with another seed. */
  public TrainingSettings withSeed(long other) {
    return new TrainingSettings(
        loss, action, penalty, optimizer, schedule, clipNorm, batch, epochs, every, patience,
        other);
  }

  private static void atLeast(String name, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: >= " + least + ")");
    }
  }
}
