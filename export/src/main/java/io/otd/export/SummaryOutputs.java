// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.TrainedModel;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The outputs that summarise the predictive distribution of each row: moments, quantiles, and the
 * ends of conformal intervals, if there are any.
 *
 * @param trained the model
 * @param description of the export
 */
record SummaryOutputs(TrainedModel trained, ExportDescription description) {
  /** Takes the outputs, in their order. */
  @FunctionalInterface
  interface Sink {
    /**
     * Takes an output.
     *
     * @param value {@code [B, ...]}
     * @param shape after the rows
     */
    void output(String name, Operand<TFloat32> value, int... shape);
  }

  /**
   * Adds all outputs.
   *
   * @param x encoded inputs, {@code [B, d_x]}
   */
  void add(Ops tf, Operand<TFloat32> x, PredictiveOutputs from, Sink sink) {
    int outputs = trained.outputs();
    sink.output(ServingNames.MEAN, from.mean(), outputs);
    sink.output(ServingNames.STD, from.std(), outputs);
    sink.output(
        ServingNames.QUANTILES,
        from.quantiles(tf, description.levels()),
        description.levels().size(),
        outputs);
    ConformalCalibration conformal = trained.calibration().conformal();
    if (!conformal.absent()) {
      ConformalOutputs ends = ConformalOutputs.of(tf, conformal, x, trained.schema(), from);
      int intervals = conformal.levels().size();
      sink.output(ServingNames.LOWER, ends.lower(), intervals, outputs);
      sink.output(ServingNames.UPPER, ends.upper(), intervals, outputs);
    }
  }
}
