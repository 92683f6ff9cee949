// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.light.internal.model.ForestShape;
import io.otd.light.internal.model.LawOfOutputs;
import io.otd.light.internal.model.LayeredShape;
import io.otd.light.internal.model.LightKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The draws of all members on the network's scale, float64. Shapes: S draws, K of them of each
 * member, P passes of its function (K or 1).
 */
final class OnnxDraws {
  /** The smallest standard deviation, as in training. */
  private static final float FLOOR = 1e-4f;

  /** {@code softplus(SHIFT) = 1}. */
  private static final float SHIFT = (float) Math.log(Math.expm1(1));

  private final OnnxOps onnx;
  private final LightKind kind;

  /**
   * The draws of a kind.
   *
   * @param onnx the graph to add to
   * @param kind whose draws
   */
  OnnxDraws(OnnxOps onnx, LightKind kind) {
    this.onnx = onnx;
    this.kind = kind;
  }

  /**
   * Adds predictive functions and draws.
   *
   * @param x encoded rows, {@code [B, d_x]}
   * @return {@code [B, S, d_y]}; draw k is of member {@code k mod M}
   */
  OnnxValue add(OnnxValue x) {
    List<OnnxValue> members = new ArrayList<>();
    for (int m = 0; m < kind.members().size(); m++) {
      OnnxValue drawn = onnx.cast(draws(passes(x, m), m), OnnxGraph.Type.DOUBLE);
      SpreadCalibration spread = new SpreadCalibration(kind.members().get(m).spread());
      members.add(spread(onnx, drawn, spread));
    }
    if (members.size() == 1) {
      return members.get(0);
    }
    List<OnnxValue> apart = members.stream().map(y -> onnx.unsqueeze(y, 2)).toList();
    return onnx.reshape(onnx.concat(apart, 2), 0, kind.draws(), kind.outputs());
  }

  /** {@code [B, d_x]} to {@code [B, P, w]}. */
  private OnnxValue passes(OnnxValue x, int member) {
    if (kind.network() instanceof LayeredShape layers) {
      return new OnnxNetwork(onnx, layers, kind, member).add(x);
    } else if (kind.network() instanceof ForestShape forest) {
      return new OnnxForest(onnx, forest, kind, member).add(x);
    }
    throw new IllegalArgumentException(
        "network: " + kind.network() + " (expected: one that ONNX operators are known for)");
  }

  /**
   * Scales the spread of draws about their mean.
   *
   * @param y {@code [B, K, d_y]}, float64
   */
  static OnnxValue spread(OnnxOps onnx, OnnxValue y, SpreadCalibration spread) {
    if (spread.factor() == 1) {
      return y;
    }
    OnnxValue center = onnx.mean(y, 1);
    return onnx.add(center, onnx.mul(onnx.scalar(spread.factor()), onnx.sub(y, center)));
  }

  /** {@code [B, P, w]} to {@code [B, K, d_y]}. */
  private OnnxValue draws(OnnxValue raw, int member) {
    int outputs = kind.outputs();
    if (kind.law() instanceof LawOfOutputs.Direct) {
      return raw;
    } else if (kind.law() instanceof LawOfOutputs.Gaussian) {
      OnnxValue mean = onnx.slice(raw, 2, 0, outputs);
      OnnxValue scale = scale(onnx.slice(raw, 2, outputs, 2L * outputs));
      return onnx.add(mean, onnx.mul(scale, noise(member, 0, outputs)));
    } else if (kind.law() instanceof LawOfOutputs.Mixture mixture) {
      return mixture(raw, member, mixture.components());
    }
    throw new IllegalArgumentException(
        "law of the outputs: " + kind.law() + " (expected: one that ONNX operators are known for)");
  }

  private OnnxValue mixture(OnnxValue raw, int member, int components) {
    int outputs = kind.outputs();
    long means = (long) components * (1 + outputs);
    OnnxValue weights = onnx.softmax(onnx.slice(raw, 2, 0, components), 2);
    // A draw takes the first component whose cumulative weight exceeds its uniform, or the last.
    OnnxValue passed = onnx.lessOrEqual(onnx.cumulated(weights, 2), noise(member, 0, 1));
    OnnxValue place =
        onnx.min(
            onnx.sum(onnx.cast(passed, OnnxGraph.Type.FLOAT), 2), onnx.scalar(components - 1f));
    float[] numbers = new float[components];
    for (int c = 0; c < components; c++) {
      numbers[c] = c;
    }
    OnnxValue chosen =
        onnx.unsqueeze(onnx.equal(place, onnx.graph().constant(numbers, components)), 3);
    OnnxValue mean = chosen(chosen, onnx.slice(raw, 2, components, means), components);
    OnnxValue scale =
        chosen(
            chosen,
            scale(onnx.slice(raw, 2, means, means + (long) components * outputs)),
            components);
    return onnx.add(mean, onnx.mul(scale, noise(member, 1, outputs)));
  }

  /**
   * The numbers of the chosen component.
   *
   * @param chosen {@code [B, K, C, 1]}
   * @param numbers {@code [B, P, C d_y]}
   * @return {@code [B, K, d_y]}
   */
  private OnnxValue chosen(OnnxValue chosen, OnnxValue numbers, int components) {
    OnnxValue parted = onnx.reshape(numbers, 0, kind.passes(), components, kind.outputs());
    return onnx.squeeze(onnx.sum(onnx.where(chosen, parted, onnx.scalar(0f)), 2), 2);
  }

  private OnnxValue scale(OnnxValue raw) {
    return onnx.add(onnx.softplus(onnx.add(raw, onnx.scalar(SHIFT))), onnx.scalar(FLOOR));
  }

  /** Some columns of the member's rows of the noise bank, every M-th: {@code [K, width]}. */
  private OnnxValue noise(int member, int from, int width) {
    int all = kind.law().noise(kind.outputs());
    int members = kind.members().size();
    float[] noise = new float[kind.memberDraws() * width];
    for (int k = 0; k < kind.memberDraws(); k++) {
      System.arraycopy(
          kind.noiseBank(), (k * members + member) * all + from, noise, k * width, width);
    }
    return onnx.graph().constant(noise, kind.memberDraws(), width);
  }
}
