// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import io.otd.light.internal.model.LayeredShape;
import io.otd.light.internal.model.LightKind;
import io.otd.light.internal.model.UnitFunction;
import java.util.Arrays;
import java.util.List;

/** The layers of a member for the latents of the bank. Shapes: P passes, w numbers of a pass. */
final class OnnxNetwork {
  private final OnnxOps onnx;
  private final LayeredShape shape;
  private final LightKind kind;
  private final int member;

  /**
   * The network of a member.
   *
   * @param onnx the graph to add to
   * @param shape of the network
   * @param kind of the member
   * @param member its number
   */
  OnnxNetwork(OnnxOps onnx, LayeredShape shape, LightKind kind, int member) {
    this.onnx = onnx;
    this.shape = shape;
    this.kind = kind;
    this.member = member;
  }

  /**
   * Adds the network.
   *
   * @param x encoded rows, {@code [B, d_x]}
   * @return {@code [B, P, w]}
   */
  OnnxValue add(OnnxValue x) {
    List<Integer> widths = shape.widths(kind.width());
    OnnxValue h = first(x, widths.get(1));
    int masked = widths.get(1);
    for (int i = 1; i < shape.hidden().size(); i++) {
      int width = widths.get(i + 1);
      OnnxValue next = function(shape.function(), affine(h, i, widths));
      if (shape.masked()) {
        next = onnx.mul(next, masks(masked, width));
      }
      h = shape.residual() ? onnx.add(next, h) : next;
      masked += width;
    }
    OnnxValue y = affine(h, shape.hidden().size(), widths);
    if (!shape.linearPath()) {
      return y;
    }
    float[] kernel = array(2 * (shape.hidden().size() + 1));
    OnnxValue straight =
        onnx.matMul(x, onnx.graph().constant(kernel, shape.inputs(), kind.width()));
    return onnx.add(y, onnx.unsqueeze(straight, 1));
  }

  /**
   * The first layer: computed once per row for all passes, as far as it does not depend on the
   * latents.
   */
  private OnnxValue first(OnnxValue x, int width) {
    int split = shape.inputs() * width;
    float[] kernel = array(0);
    OnnxValue ofRow =
        onnx.add(
            onnx.matMul(
                x, onnx.graph().constant(Arrays.copyOf(kernel, split), shape.inputs(), width)),
            onnx.graph().constant(array(1), width));
    if (shape.masked()) {
      OnnxValue h = onnx.unsqueeze(function(shape.function(), ofRow), 1);
      return onnx.mul(h, masks(0, width));
    }
    OnnxValue ofCode =
        onnx.matMul(
            onnx.graph().constant(latents(0, shape.code(), 1), kind.passes(), shape.code()),
            onnx.graph()
                .constant(Arrays.copyOfRange(kernel, split, kernel.length), shape.code(), width));
    return function(shape.function(), onnx.add(onnx.unsqueeze(ofRow, 1), ofCode));
  }

  private float[] array(int place) {
    return kind.members().get(member).arrays().get(place);
  }

  private OnnxValue affine(OnnxValue h, int layer, List<Integer> widths) {
    OnnxValue kernel =
        onnx.graph().constant(array(2 * layer), widths.get(layer), widths.get(layer + 1));
    OnnxValue bias = onnx.graph().constant(array(2 * layer + 1), widths.get(layer + 1));
    return onnx.add(onnx.matMul(h, kernel), bias);
  }

  /** The masks of a layer, {@code [P, width]}. */
  private OnnxValue masks(int from, int width) {
    double keep = kind.latents().keepProbability();
    float scale = shape.scaledMasks() && keep < 1 ? (float) (1 / keep) : 1;
    return onnx.graph().constant(latents(from, width, scale), kind.passes(), width);
  }

  /** Some columns of the member's rows of the bank: every M-th. */
  private float[] latents(int from, int width, float scale) {
    int all = shape.latentWidth();
    int members = kind.members().size();
    float[] latents = new float[kind.passes() * width];
    for (int pass = 0; pass < kind.passes(); pass++) {
      int row = (pass * members + member) * all;
      for (int u = 0; u < width; u++) {
        latents[pass * width + u] = kind.latentBank()[row + from + u] * scale;
      }
    }
    return latents;
  }

  private OnnxValue function(UnitFunction function, OnnxValue x) {
    return switch (function) {
      case GELU_TANH -> geluTanh(x);
      case GELU_ERF ->
          onnx.mul(
              onnx.mul(onnx.scalar(.5f), x),
              onnx.add(onnx.scalar(1f), onnx.erf(onnx.mul(x, onnx.scalar((float) Math.sqrt(.5))))));
      case RELU -> onnx.relu(x);
      case TANH -> onnx.tanh(x);
      case SILU -> onnx.mul(x, onnx.sigmoid(x));
      case ELU -> onnx.elu(x);
      case SOFTPLUS -> onnx.softplus(x);
      case IDENTITY -> x;
    };
  }

  private OnnxValue geluTanh(OnnxValue x) {
    double slope = Math.sqrt(2 / Math.PI);
    OnnxValue inner =
        onnx.mul(
            x,
            onnx.add(
                onnx.scalar((float) slope),
                onnx.mul(onnx.scalar((float) (slope * 0.044715)), onnx.mul(x, x))));
    return onnx.mul(x, onnx.add(onnx.scalar(.5f), onnx.mul(onnx.scalar(.5f), onnx.tanh(inner))));
  }
}
