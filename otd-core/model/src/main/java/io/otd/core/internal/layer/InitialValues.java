// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.layer;

import io.otd.core.internal.graph.NumberedScope;
import io.otd.core.internal.graph.Tensors;
import io.otd.core.internal.graph.Uniforms;
import java.util.ArrayList;
import java.util.List;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.framework.initializers.Glorot;
import org.tensorflow.framework.initializers.He;
import org.tensorflow.framework.initializers.VarianceScaling;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** Draws the first values of parameters. */
public final class InitialValues {
  private InitialValues() {}

  /**
   * Draws each parameter from its law. A parameter's values depend only on the seed, its name and
   * its shape, so variants of a model start with equal values for common parameters.
   *
   * @param parameters what to draw
   * @return one row-major array for each
   */
  public static List<float[]> draw(List<Parameter> parameters, long seed) {
    if (parameters.isEmpty()) { // a session does not run without fetches
      return List.of();
    }
    try (Graph graph = new Graph();
        Session session = new Session(graph)) {
      Ops tf = NumberedScope.in(graph);
      Session.Runner runner = session.runner();
      for (Parameter p : parameters) {
        runner.fetch(value(tf, p, Uniforms.key(seed, p.name().hashCode())));
      }
      try (Result result = runner.run()) {
        List<float[]> values = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
          values.add(Tensors.floats(result.get(i)));
        }
        return values;
      }
    }
  }

  private static Operand<TFloat32> value(Ops tf, Parameter p, long seed) {
    Operand<org.tensorflow.types.TInt64> shape = tf.constant(p.dimensions());
    return switch (p.initializer()) {
      case HE_NORMAL ->
          new He<TFloat32>(VarianceScaling.Distribution.TRUNCATED_NORMAL, seed)
              .call(tf, shape, TFloat32.class);
      case HE_UNIFORM -> uniform(tf, p, seed, Math.sqrt(6.0 / fanIn(p)));
      case GLOROT_NORMAL ->
          new Glorot<TFloat32>(VarianceScaling.Distribution.TRUNCATED_NORMAL, seed)
              .call(tf, shape, TFloat32.class);
      case GLOROT_UNIFORM -> uniform(tf, p, seed, Math.sqrt(6.0 / (fanIn(p) + fanOut(p))));
      case ZEROS -> tf.zeros(shape, TFloat32.class);
    };
  }

  /** On {@code (-limit, limit)}; the framework's own form draws from {@code (0, limit)}. */
  private static Operand<TFloat32> uniform(Ops tf, Parameter p, long key, double limit) {
    Operand<TFloat32> u = Uniforms.draw(tf, tf.constant(key), tf.constant(0L), p.dimensions());
    return tf.math.mul(tf.math.sub(u, tf.constant(0.5f)), tf.constant((float) (2 * limit)));
  }

  private static int fanIn(Parameter kernel) {
    return kernel.shape().get(0);
  }

  private static int fanOut(Parameter kernel) {
    return kernel.shape().get(1);
  }
}
