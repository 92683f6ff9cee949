// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.layer.Precision;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.loss.Loss;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.optimizer.Optimizer;
import io.otd.core.internal.output.OutputBounds;
import java.util.Optional;

/**
 * The definition of one training step; fixed when the program is built.
 *
 * @param model what is trained
 * @param loss of a row
 * @param action the charge for the flow
 * @param optimizer the update
 * @param batches which rows a step sees
 * @param precision of the large matrix products
 * @param bounds that draws are clipped to before the loss, if any
 * @param weighted whether the rows have weights
 */
public record TrainingPlan(
    ModelSpec model,
    Loss loss,
    KineticAction action,
    Optimizer optimizer,
    BatchPlan batches,
    Precision precision,
    Optional<OutputBounds> bounds,
    boolean weighted) {
  private static final int PADDING = 64;
  private static final long MAX_PADDED = 1 << 20;

  /** Checks that the loss suits the model. */
  public TrainingPlan {
    loss.requireSuits(model.law());
  }

  /** A plan in single precision, with draws of any size. */
  public TrainingPlan(
      ModelSpec model, Loss loss, KineticAction action, Optimizer optimizer, BatchPlan batches) {
    this(model, loss, action, optimizer, batches, Precision.FLOAT32, Optional.empty(), false);
  }

  /** The same in another precision. */
  public TrainingPlan with(Precision other) {
    return new TrainingPlan(model, loss, action, optimizer, batches, other, bounds, weighted);
  }

  /** The same with other bounds of the draws. */
  public TrainingPlan within(Optional<OutputBounds> other) {
    return new TrainingPlan(model, loss, action, optimizer, batches, precision, other, weighted);
  }

  /** The same with other batches. */
  public TrainingPlan with(BatchPlan other) {
    return new TrainingPlan(model, loss, action, optimizer, other, precision, bounds, weighted);
  }

  /** The same for rows with weights, or without. */
  public TrainingPlan weighted(boolean other) {
    return new TrainingPlan(model, loss, action, optimizer, batches, precision, bounds, other);
  }

  /** n of the training data. */
  public int rows() {
    return batches.rows();
  }

  /**
   * The same with places for more rows in the data, which no mini-batch has: runs on nearly as many
   * rows then have the same program. Data of many numbers are not padded, nor are those of a mask
   * law that charges by the number of rows.
   *
   * @param least requested number of places
   */
  TrainingPlan padded(int least) {
    long numbers = (long) rows() * (model.inputs() + model.outputs());
    if (batches.full() || numbers > MAX_PADDED || model.masks().regularized()) {
      return this;
    }
    int places = (Math.max(least, rows()) + PADDING - 1) / PADDING * PADDING;
    return with(batches.withPlaces(places));
  }
}
