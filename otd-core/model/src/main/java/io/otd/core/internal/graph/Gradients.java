// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.Output;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** Reverse-mode gradients inside a graph. */
public final class Gradients {
  private Gradients() {}

  /**
   * Adds {@code sum_i <adjoint_i, d ys_i / d xs_j>} for each j.
   *
   * @param tf the graph that holds all of them
   * @param ys what is differentiated
   * @param adjoints one for each of {@code ys}, of its shape
   * @param xs what it is differentiated by
   * @param names of the {@code xs}, for the error
   * @return one gradient for each of {@code xs}, of its shape
   * @throws IllegalStateException if no path leads from an x to the ys, naming the x
   */
  public static List<Operand<TFloat32>> of(
      Ops tf,
      List<? extends Operand<TFloat32>> ys,
      List<? extends Operand<TFloat32>> adjoints,
      List<? extends Operand<TFloat32>> xs,
      List<String> names) {
    List<Optional<Operand<TFloat32>>> found = ofSome(tf, ys, adjoints, xs);
    List<Operand<TFloat32>> result = new ArrayList<>();
    for (int j = 0; j < found.size(); j++) {
      String name = names.get(j);
      result.add(
          found.get(j).orElseThrow(() -> new IllegalStateException("no gradient reaches " + name)));
    }
    return result;
  }

  /**
   * The same, where the gradient by some of the {@code xs} may be stopped on all its ways.
   *
   * @param xs tensors on which the {@code ys} depend
   * @return one gradient for each of {@code xs}, of its shape; none if it is stopped
   */
  static List<Optional<Operand<TFloat32>>> ofSome(
      Ops tf,
      List<? extends Operand<TFloat32>> ys,
      List<? extends Operand<TFloat32>> adjoints,
      List<? extends Operand<TFloat32>> xs) {
    Graph graph = (Graph) tf.scope().env();
    Output<?>[] gradients =
        graph.addGradients(
            tf.scope().makeOpName("gradient"), outputs(ys), outputs(xs), outputs(adjoints));
    List<Optional<Operand<TFloat32>>> result = new ArrayList<>();
    for (Output<?> gradient : gradients) {
      // Where the gradient is stopped, TensorFlow returns a closed output, not an error.
      boolean stopped = gradient == null || isClosed(gradient);
      result.add(stopped ? Optional.empty() : Optional.of(gradient.expect(TFloat32.class)));
    }
    return result;
  }

  private static Output<?>[] outputs(List<? extends Operand<TFloat32>> operands) {
    return operands.stream().map(Operand::asOutput).toArray(Output<?>[]::new);
  }

  private static boolean isClosed(Output<?> output) {
    try {
      return output.op() == null || output.op().type().isEmpty();
    } catch (RuntimeException e) {
      return true;
    }
  }
}
