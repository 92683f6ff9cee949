// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.model.LatentLaw;
import io.otd.light.internal.model.LightKind;
import io.otd.light.internal.model.NetworkShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Fresh latents of a member, by its law. Immutable. */
final class LatentDraws {
  private final NetworkShape network;
  private final LatentLaw law;
  private final List<float[]> arrays;
  private final Optional<MaskFlow> flow;
  private final List<AffineLayer> lift = new ArrayList<>();

  /**
   * Takes the learned arrays of a member's law.
   *
   * @param arrays the law's learned arrays
   */
  LatentDraws(LightKind kind, List<float[]> arrays) {
    this.network = kind.network();
    this.law = kind.latents();
    this.arrays = arrays;
    if (law instanceof LatentLaw.Transported transported) {
      flow = Optional.of(new MaskFlow(transported.flow(), network.latentWidth(), arrays));
    } else if (law instanceof LatentLaw.Lifted lifted) {
      flow = Optional.of(new MaskFlow(lifted.code().flow(), lifted.width(), arrays));
      int from = 2 * (lifted.code().flow().hidden().size() + 1);
      for (int i = from; i < arrays.size(); i += 2) {
        lift.add(AffineLayer.of(arrays.get(i), arrays.get(i + 1)));
      }
    } else {
      flow = Optional.empty();
    }
  }

  /**
   * Draws.
   *
   * @param passes P
   * @return {@code [d_z][P]}
   */
  float[][] draw(long key, int passes) {
    int width = network.latentWidth();
    if (law instanceof LatentLaw.Bernoulli bernoulli) {
      float kept = (float) (1 - bernoulli.rate());
      float[][] masks = byUnit(PhiloxUniforms.draw(key, Math.multiplyExact(passes, width)), passes);
      for (float[] unit : masks) {
        for (int k = 0; k < passes; k++) {
          unit[k] = unit[k] < kept ? 1 : 0;
        }
      }
      return masks;
    } else if (law instanceof LatentLaw.Concrete concrete) {
      return relaxed(
          byUnit(PhiloxUniforms.draw(key, Math.multiplyExact(passes, width)), passes), concrete);
    } else if (law instanceof LatentLaw.Uniform) {
      return byUnit(PhiloxUniforms.draw(key, Math.multiplyExact(passes, width)), passes);
    } else if (law instanceof LatentLaw.Transported transported) {
      return carried(key, passes, width, transported);
    } else if (law instanceof LatentLaw.Lifted lifted) {
      return lifted(carried(key, passes, lifted.width(), lifted.code()), lifted, passes);
    }
    float[][] ones = new float[width][passes];
    for (float[] unit : ones) {
      Arrays.fill(unit, 1);
    }
    return ones;
  }

  /** {@code [P, width]}, row-major, to {@code [width][P]}. */
  static float[][] byUnit(float[] values, int passes) {
    int width = values.length / passes;
    float[][] units = new float[width][passes];
    for (int k = 0; k < passes; k++) {
      for (int u = 0; u < width; u++) {
        units[u][k] = values[k * width + u];
      }
    }
    return units;
  }

  private float[][] relaxed(float[][] units, LatentLaw.Concrete concrete) {
    float first = (float) logit(concrete.rate());
    float inverse = (float) (1 / concrete.temperature());
    int u = 0;
    for (int layer = 0; layer < network.latentWidths().size(); layer++) {
      float logit = arrays.get(layer)[0] + first;
      float keep = Functions.sigmoid(-logit);
      for (int end = u + network.latentWidths().get(layer); u < end; u++) {
        float[] unit = units[u];
        for (int k = 0; k < unit.length; k++) {
          float dropped = Functions.sigmoid((logitOf(unit[k]) + logit) * inverse);
          unit[k] = (1 - dropped) / keep;
        }
      }
    }
    return units;
  }

  private float[][] carried(long key, int draws, int width, LatentLaw.Transported law) {
    float[] uniforms = PhiloxUniforms.draw(key, Math.multiplyExact(width, draws));
    float shift = (float) logit(law.p());
    float inverse = (float) (1 / law.temperature());
    float[][] logits = new float[width][draws];
    for (int u = 0; u < width; u++) {
      for (int k = 0; k < draws; k++) {
        logits[u][k] = (logitOf(uniforms[u * draws + k]) + shift) * inverse;
      }
    }
    flow.orElseThrow().carry(logits, draws);
    return logits;
  }

  private float[][] lifted(float[][] codes, LatentLaw.Lifted lifted, int passes) {
    float[][] h = codes;
    for (int i = 0; i < lift.size(); i++) {
      for (int u = 0; u < h.length && i > 0; u++) {
        Functions.apply(lifted.function(), h[u], passes);
      }
      float[][] next = new float[lift.get(i).outputs()][passes];
      lift.get(i).apply(h, next, passes);
      h = next;
    }
    for (float[] unit : h) {
      Functions.sigmoid(unit, passes);
    }
    return h;
  }

  private static float logitOf(float u) {
    return (float) StrictMath.log(u) - (float) StrictMath.log1p(-u);
  }

  private static double logit(double p) {
    return StrictMath.log(p) - StrictMath.log1p(-p);
  }
}
