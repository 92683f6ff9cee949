// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import java.util.Locale;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.TensorShapeProto;

/**
 * Bounds the memory of constants and variables: a few bytes of a graph can declare a tensor of any
 * size.
 */
final class TensorSizes {
  /** Of the widest element type, so that no size is underestimated. */
  private static final long ELEMENT_BYTES = 16;

  private final InspectionLimits limits;
  private final Refusal refusal;
  private double variables;

  TensorSizes(InspectionLimits limits, Refusal refusal) {
    this.limits = limits;
    this.refusal = refusal;
  }

  void require(GraphNodes graph) throws RefusedModelException {
    for (NodeDef node : graph.all().toList()) {
      require(node);
    }
  }

  private void require(NodeDef node) throws RefusedModelException {
    if (node.containsAttr("value")) {
      double bytes = bytes(node, node.getAttrOrThrow("value").getTensor().getTensorShape());
      if (bytes > limits.constantBytes()) {
        throw refusal.because(
            String.format(
                Locale.ROOT,
                "constant \"%s\" of %.0f bytes (expected: at most %s)",
                node.getName(),
                bytes,
                limits.constantBytes()));
      }
    }
    if (node.containsAttr("shape")
        && (node.getOp().equals("VarHandleOp") || node.getOp().startsWith("Variable"))) {
      variables += bytes(node, node.getAttrOrThrow("shape").getShape());
      if (variables > limits.variableBytes()) {
        throw refusal.because(
            String.format(
                Locale.ROOT,
                "variables of %.0f bytes up to \"%s\" (expected: at most %s)",
                variables,
                node.getName(),
                limits.variableBytes()));
      }
    }
  }

  /** In floating point: the product of malicious sizes must not overflow. */
  private double bytes(NodeDef node, TensorShapeProto shape) throws RefusedModelException {
    double bytes = ELEMENT_BYTES;
    for (TensorShapeProto.Dim dimension : shape.getDimList()) {
      if (dimension.getSize() < -1) {
        throw refusal.because(
            "node \"%s\": size %s".formatted(node.getName(), dimension.getSize()));
      }
      bytes *= Math.max(0, dimension.getSize());
    }
    return bytes;
  }
}
