// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.flow;

import io.otd.core.internal.layer.Parameter;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** A flow that was added to a graph: where the mask state ends, what it cost, and its gradient. */
public interface Transport {
  /** The field's parameters, in the order of {@link Adjoint#parameters()}. */
  List<Parameter> parameters();

  /** Logits at time 1, {@code [d_z, K]}. */
  Operand<TFloat32> endpoint();

  /**
   * The kinetic action, mean over the charged draws, scalar: {@code 1/2 sum_l dt |z (1 - z) v|^2}
   * at the left points (paper, "Kinetic-action approximation"), for Heun too.
   */
  Operand<TFloat32> action();

  /**
   * Adds the gradient of {@code <endpointAdjoint, endpoint> + actionAdjoint * action}, exact for
   * the discrete scheme.
   *
   * @param tf the graph that holds the flow
   * @param endpointAdjoint {@code [d_z, K]}
   * @param actionAdjoint scalar
   */
  Adjoint pullback(Ops tf, Operand<TFloat32> endpointAdjoint, Operand<TFloat32> actionAdjoint);

  /**
   * A gradient.
   *
   * @param start with respect to the logits at time 0, {@code [d_z, K]}
   * @param parameters with respect to the field's parameters, in their order
   */
  record Adjoint(Operand<TFloat32> start, List<Operand<TFloat32>> parameters) {}
}
