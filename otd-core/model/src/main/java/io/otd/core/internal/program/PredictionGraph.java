// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.output.PassOutputs;
import java.util.Optional;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** The predictions of a model in a graph: training, sampling and the export add the same. */
public final class PredictionGraph {
  private PredictionGraph() {}

  /**
   * Adds the network of a model under given masks.
   *
   * @param tf the graph to add to
   * @param model whose network
   * @param values holds the model's parameters
   * @param x {@code [n, d_x]}
   * @param masks of the model's law, {@code [P, d_z]}, {@code [P, n, d_z]}, or {@code [P, F, 1,
   *     d_z]} for groups of rows
   * @param output noise of the output law, {@code [K, uniforms]}; none if it takes none
   * @param draws K
   */
  public static PassOutputs add(
      Ops tf,
      ModelSpec model,
      ParameterValues values,
      Operand<TFloat32> x,
      Operand<TFloat32> masks,
      Optional<Operand<TFloat32>> output,
      int draws) {
    Operand<TFloat32> raw =
        model
            .network()
            .apply(
                tf,
                values,
                x,
                masks,
                model.passes(draws),
                model.width(),
                model.masks().keepProbability());
    return new PassOutputs(model.law(), raw, output, model.outputs());
  }

  /** The same under latents that were drawn in the graph. */
  public static PassOutputs add(
      Ops tf,
      ModelSpec model,
      ParameterValues values,
      Operand<TFloat32> x,
      Latents latents,
      int draws) {
    return add(tf, model, values, x, latents.masks().masks(), latents.output(), draws);
  }
}
