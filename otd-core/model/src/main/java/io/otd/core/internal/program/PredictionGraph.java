// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.mask.DrawnLatents;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.output.PassOutputs;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** The predictions of a model in a graph: training, sampling and the export add the same. */
public final class PredictionGraph {
  private PredictionGraph() {}

  /**
   * Adds the network of a model under some latents.
   *
   * @param tf the graph to add to
   * @param model whose network
   * @param values holds the model's parameters
   * @param x {@code [n, d_x]}
   * @param latents of the model's laws
   */
  public static PassOutputs add(
      Ops tf, ModelSpec model, ParameterValues values, Operand<TFloat32> x, Latents latents) {
    DrawnLatents masks =
        new DrawnLatents(
            latents.masks().masks(),
            model.passes(latents.draws()),
            model.masks().keepProbability());
    Operand<TFloat32> raw = model.network().apply(tf, values, x, masks, model.width());
    return new PassOutputs(model.law(), raw, latents.output(), model.outputs());
  }
}
