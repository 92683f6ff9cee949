// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.tensorflow.ConcreteFunction;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.op.Ops;
import org.tensorflow.proto.ConfigProto;
import org.tensorflow.proto.GraphOptions;
import org.tensorflow.proto.OptimizerOptions;
import org.tensorflow.proto.RewriterConfig;
import org.tensorflow.types.TFloat32;

/** Builds a graph, runs it once and returns the values of some of its operations. */
public final class GraphRun {
  private GraphRun() {}

  /** Operation by operation. */
  public static List<float[]> plain(Function<Ops, List<? extends Operand<TFloat32>>> build) {
    try (Graph graph = new Graph();
        Session session = new Session(graph, asWritten())) {
      List<? extends Operand<TFloat32>> outputs = build.apply(Ops.create(graph));
      Session.Runner runner = session.runner();
      outputs.forEach(runner::fetch);
      try (Result result = runner.run()) {
        return floats(result);
      }
    }
  }

  /** Without the graph optimiser, which would spend minutes folding a graph of constants. */
  private static ConfigProto asWritten() {
    return ConfigProto.newBuilder()
        .setGraphOptions(
            GraphOptions.newBuilder()
                .setOptimizerOptions(
                    OptimizerOptions.newBuilder().setOptLevel(OptimizerOptions.Level.L0))
                .setRewriteOptions(RewriterConfig.newBuilder().setDisableMetaOptimizer(true)))
        .build();
  }

  /** Compiled by XLA. */
  public static List<float[]> compiled(Function<Ops, List<? extends Operand<TFloat32>>> build) {
    try (FunctionBuilder builder = new FunctionBuilder("under_test")) {
      List<? extends Operand<TFloat32>> outputs = build.apply(builder.tf());
      for (int i = 0; i < outputs.size(); i++) {
        builder.output("o" + i, builder.tf().identity(outputs.get(i)));
      }
      try (ConcreteFunction function = builder.build();
          CompiledFunction compiled =
              new CompiledFunction(
                  function,
                  Compilation.XLA,
                  w -> {
                    throw new AssertionError(w);
                  });
          FunctionResult result = compiled.call(Map.of())) {
        return result.names().stream().map(result::floats).toList();
      }
    }
  }

  /** A constant of a shape. */
  public static Operand<TFloat32> constant(Ops tf, float[] values, long... shape) {
    return tf.reshape(tf.constant(values), tf.constant(shape));
  }

  private static List<float[]> floats(Result result) {
    List<float[]> values = new ArrayList<>();
    for (int i = 0; i < result.size(); i++) {
      values.add(Tensors.floats(result.get(i)));
    }
    return values;
  }
}
