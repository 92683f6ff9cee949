// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.layer.Precision;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.loss.Loss;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.optimizer.Optimizer;
import io.otd.core.internal.optimizer.ParameterAverage;
import io.otd.core.internal.output.OutputBounds;
import java.util.Optional;

/**
 * The definition of one training step; fixed when the program is built.
 *
 * @param model what is trained
 * @param loss of a row
 * @param action the charge for the flow
 * @param penalty weight of the sum of squares of all parameters, added to the loss (coupled, unlike
 *     the optimiser's weight decay); at least 0
 * @param optimizer the update
 * @param average of the parameters over the steps
 * @param clipNorm largest global norm of the gradient, or positive infinity
 * @param batches which rows a step sees
 * @param precision of the large matrix products
 * @param bounds that draws are clipped to before the loss, if any
 */
public record TrainingPlan(
    ModelSpec model,
    Loss loss,
    KineticAction action,
    double penalty,
    Optimizer optimizer,
    ParameterAverage average,
    double clipNorm,
    BatchPlan batches,
    Precision precision,
    Optional<OutputBounds> bounds) {
  private static final int PADDING = 64;
  private static final long MAX_PADDED = 1 << 20;

  /** Checks the ranges, and that the loss suits the model. */
  public TrainingPlan {
    loss.requireSuits(model.law());
    if (!(penalty >= 0) || Double.isInfinite(penalty)) {
      throw new IllegalArgumentException("penalty: " + penalty + " (expected: >= 0, finite)");
    }
    if (!(clipNorm > 0)) {
      throw new IllegalArgumentException("clip norm: " + clipNorm + " (expected: > 0)");
    }
  }

  /** A plan in single precision. */
  public TrainingPlan(
      ModelSpec model,
      Loss loss,
      KineticAction action,
      double penalty,
      Optimizer optimizer,
      ParameterAverage average,
      double clipNorm,
      BatchPlan batches) {
    this(
        model,
        loss,
        action,
        penalty,
        optimizer,
        average,
        clipNorm,
        batches,
        Precision.FLOAT32,
        Optional.empty());
  }

  /**
   * A plan without an average of the parameters that draws rows one by one.
   *
   * @param rows n of the training data
   * @param batch rows of a step; equal to {@code rows} for full batches
   */
  public TrainingPlan(
      ModelSpec model,
      Loss loss,
      KineticAction action,
      double penalty,
      Optimizer optimizer,
      double clipNorm,
      int rows,
      int batch) {
    this(
        model,
        loss,
        action,
        penalty,
        optimizer,
        ParameterAverage.NONE,
        clipNorm,
        BatchPlan.ofRows(rows, batch));
  }

  /** The same in another precision. */
  public TrainingPlan with(Precision other) {
    return new TrainingPlan(
        model, loss, action, penalty, optimizer, average, clipNorm, batches, other, bounds);
  }

  /** The same with other bounds of the draws. */
  public TrainingPlan within(Optional<OutputBounds> other) {
    return new TrainingPlan(
        model, loss, action, penalty, optimizer, average, clipNorm, batches, precision, other);
  }

  /** The same with other batches. */
  public TrainingPlan with(BatchPlan other) {
    return new TrainingPlan(
        model, loss, action, penalty, optimizer, average, clipNorm, other, precision, bounds);
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
