// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.model.LawOfOutputs;

/**
 * Draws of the targets from what passes of the network give.
 *
 * @param law of the outputs
 * @param outputs d_y
 */
record OutputDraws(LawOfOutputs law, int outputs) {
  /** The smallest standard deviation, as in training. */
  private static final float FLOOR = 1e-4f;

  /** {@code softplus(SHIFT) = 1}. */
  private static final float SHIFT = (float) StrictMath.log(StrictMath.expm1(1));

  private static final float ROOT_TWO = (float) Math.sqrt(2);

  /**
   * Noise of a key in the form for {@link #draw}.
   *
   * @param draws K
   * @return {@code [K, noise]}, row-major
   */
  float[] noise(long key, int draws) {
    int each = law.noise(outputs);
    float[] noise = PhiloxUniforms.draw(key, Math.multiplyExact(draws, each));
    for (int i = 0; i < noise.length; i++) {
      boolean choosesComponent = law instanceof LawOfOutputs.Mixture && i % each == 0;
      if (!choosesComponent) {
        // sqrt(2) erfinv(2 u - 1), erfinv rounded to single precision as in the graph.
        noise[i] = ROOT_TWO * (float) (NormalQuantile.of(noise[i]) / Math.sqrt(2));
      }
    }
    return noise;
  }

  /**
   * Draws.
   *
   * @param raw {@code [P, w]}, row-major, changed here
   * @param passes P, the number of draws or 1
   * @param noise {@code [K, noise]}, row-major
   * @param draws K
   * @return {@code [K, d_y]}, row-major
   */
  float[] draw(float[] raw, int passes, float[] noise, int draws) {
    if (law instanceof LawOfOutputs.Gaussian) {
      return gaussian(raw, passes, noise, draws);
    } else if (law instanceof LawOfOutputs.Mixture mixture) {
      return mixture(raw, passes, noise, draws, mixture.components());
    }
    return raw;
  }

  private float[] gaussian(float[] raw, int passes, float[] noise, int draws) {
    int width = 2 * outputs;
    for (int p = 0; p < passes; p++) {
      scale(raw, p * width + outputs, outputs);
    }
    float[] samples = new float[draws * outputs];
    for (int k = 0; k < draws; k++) {
      int at = passes == 1 ? 0 : k * width;
      for (int j = 0; j < outputs; j++) {
        samples[k * outputs + j] = raw[at + j] + raw[at + outputs + j] * noise[k * outputs + j];
      }
    }
    return samples;
  }

  private float[] mixture(float[] raw, int passes, float[] noise, int draws, int components) {
    int width = components * (1 + 2 * outputs);
    for (int p = 0; p < passes; p++) {
      cumulate(raw, p * width, components);
      scale(raw, p * width + components * (1 + outputs), components * outputs);
    }
    float[] samples = new float[draws * outputs];
    for (int k = 0; k < draws; k++) {
      int at = passes == 1 ? 0 : k * width;
      int from = k * (1 + outputs);
      int chosen = 0;
      for (int c = 0; c < components - 1; c++) {
        if (raw[at + c] <= noise[from]) {
          chosen++;
        }
      }
      int mean = at + components + chosen * outputs;
      int scale = mean + components * outputs;
      for (int j = 0; j < outputs; j++) {
        samples[k * outputs + j] = raw[mean + j] + raw[scale + j] * noise[from + 1 + j];
      }
    }
    return samples;
  }

  /** Scales in place the numbers that represent them. */
  private static void scale(float[] raw, int from, int count) {
    for (int i = from; i < from + count; i++) {
      raw[i] = Functions.softplus(raw[i] + SHIFT) + FLOOR;
    }
  }

  /** The cumulated weights in place of their logits. */
  private static void cumulate(float[] raw, int from, int components) {
    float largest = raw[from];
    for (int c = 1; c < components; c++) {
      largest = Math.max(largest, raw[from + c]);
    }
    float total = 0;
    for (int c = from; c < from + components; c++) {
      raw[c] = (float) StrictMath.exp(raw[c] - largest);
      total += raw[c];
    }
    float sum = 0;
    for (int c = from; c < from + components; c++) {
      sum += raw[c] / total;
      raw[c] = sum;
    }
  }
}
