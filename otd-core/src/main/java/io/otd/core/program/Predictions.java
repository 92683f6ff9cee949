package io.otd.core.program;

import io.otd.core.layer.ParameterValues;
import io.otd.core.model.ModelSpec;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** The predictions of a model in a graph: training, sampling and the export add the same. */
public final class Predictions {
  private Predictions() {}

  /**
   * Adds the network of a model under given masks.
   *
   * @param tf the graph to add to
   * @param model whose network
   * @param values holds the model's parameters
   * @param x {@code [n, d_x]}
   * @param masks of the model's law, {@code [K, d_z]}, or {@code [K, n, d_z]}
   * @param draws K
   * @return {@code [K, n, d_y]}
   */
  public static Operand<TFloat32> add(
      Ops tf,
      ModelSpec model,
      ParameterValues values,
      Operand<TFloat32> x,
      Operand<TFloat32> masks,
      int draws) {
    return model
        .network()
        .apply(tf, values, x, masks, draws, model.outputs(), model.masks().keepProbability());
  }
}
