// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import io.otd.export.internal.flat.FlatGraph;
import io.otd.export.internal.flat.FlatNode.Operation;
import io.otd.export.internal.flat.FlatNode.Ref;
import io.otd.export.internal.flat.FlatStep;
import java.util.function.Function;

/** An operation that is translated to nodes of ONNX. */
final class OnnxStep extends FlatStep<OnnxValue> {
  private final OnnxOps onnx;
  private final boolean second;

  /**
   * A step of a translation.
   *
   * @param onnx the graph to add to
   * @param second whether something reads the second result
   */
  OnnxStep(
      OnnxOps onnx,
      FlatGraph graph,
      Operation operation,
      boolean second,
      Function<Ref, OnnxValue> values) {
    super(graph, operation, values);
    this.onnx = onnx;
    this.second = second;
  }

  /** The graph to add to. */
  OnnxOps onnx() {
    return onnx;
  }

  /** Whether something reads the second result. */
  boolean second() {
    return second;
  }
}
