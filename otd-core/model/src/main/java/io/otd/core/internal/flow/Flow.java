// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.flow;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * Carries the mask state from time 0 to time 1 in logit space: {@code dm/dt = v(t, sigmoid(m))}
 * (paper, "Logit-space transport").
 *
 * @param velocity the field
 * @param solver the scheme
 * @param steps L, at least 0; 0 leaves the state where it is
 */
public record Flow(VelocityField velocity, FlowSolver solver, int steps) {
  /** Up to here the steps are written out; beyond, they are a loop with a discrete adjoint. */
  static final int MAX_UNROLLED = 8;

  /** Checks the steps. */
  public Flow {
    Check.that(steps >= 0, "flow steps", steps, ">= 0");
  }

  /** The field's parameters. */
  public List<Parameter> parameters(int width) {
    return velocity.parameters(width);
  }

  /**
   * Adds the flow to a graph.
   *
   * @param tf the graph to add to
   * @param values holds {@link #parameters}
   * @param start logits at time 0, {@code [d_z, K]}
   * @param width d_z
   * @param draws K
   * @param charged number of trailing draws on which the action is charged, from 0 to K
   */
  public Transport carry(
      Ops tf, ParameterValues values, Operand<TFloat32> start, int width, int draws, int charged) {
    FlowStep step = new FlowStep(this, width, draws, charged);
    return steps <= MAX_UNROLLED || !values.loops()
        ? UnrolledTransport.add(tf, step, values, start)
        : RolledTransport.add(tf, step, values, start);
  }
}
