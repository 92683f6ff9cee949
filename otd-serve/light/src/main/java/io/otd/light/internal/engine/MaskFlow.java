// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.model.FlowShape;
import java.util.ArrayList;
import java.util.List;

/** The flow of the logits of masks, of a member. Immutable. */
final class MaskFlow {
  private static final int LANES = 128;

  private final FlowShape shape;
  private final int state;
  private final float[] time;
  private final List<AffineLayer> layers = new ArrayList<>();
  private final int widest;

  /**
   * Takes the learned arrays of a member.
   *
   * @param state width of the mask state
   * @param arrays kernels and biases of the velocity, first layer first
   */
  MaskFlow(FlowShape shape, int state, List<float[]> arrays) {
    this.shape = shape;
    this.state = state;
    float[] bias = arrays.get(1);
    float[] kernel = arrays.get(0);
    // The last row of the first kernel reads the time.
    time = java.util.Arrays.copyOfRange(kernel, state * bias.length, kernel.length);
    layers.add(new AffineLayer(state, Lanes.transposed(kernel, 0, state, bias.length), bias));
    for (int i = 2; i < 2 * (shape.hidden().size() + 1); i += 2) {
      layers.add(AffineLayer.of(arrays.get(i), arrays.get(i + 1)));
    }
    widest = layers.stream().mapToInt(AffineLayer::outputs).max().orElse(state);
  }

  /**
   * Carries logits from time 0 to time 1 and makes masks of them.
   *
   * @param logits {@code [d_z][K]}, changed to the masks
   */
  void carry(float[][] logits, int draws) {
    for (int from = 0; from < draws; from += LANES) {
      int n = Math.min(LANES, draws - from);
      float[][] m = new float[state][];
      for (int u = 0; u < state; u++) {
        m[u] = java.util.Arrays.copyOfRange(logits[u], from, from + n);
      }
      solve(m, n);
      for (int u = 0; u < state; u++) {
        Functions.sigmoid(m[u], n);
        System.arraycopy(m[u], 0, logits[u], from, n);
      }
    }
  }

  private void solve(float[][] m, int n) {
    float[][] z = new float[state][n];
    float[][] moved = new float[state][n];
    float[][][] memory = {new float[widest][n], new float[widest][n]};
    float dt = 1f / shape.steps();
    for (int step = 0; step < shape.steps(); step++) {
      float t = step * dt;
      float[][] left = velocity(m, z, t, memory, n);
      if (!shape.heun()) {
        for (int u = 0; u < state; u++) {
          Lanes.addScaled(m[u], left[u], dt, n);
        }
        continue;
      }
      for (int u = 0; u < state; u++) {
        System.arraycopy(m[u], 0, moved[u], 0, n);
        Lanes.addScaled(moved[u], left[u], dt, n);
        Lanes.addScaled(m[u], left[u], dt / 2, n);
      }
      float[][] right = velocity(moved, z, t + dt, memory, n);
      for (int u = 0; u < state; u++) {
        Lanes.addScaled(m[u], right[u], dt / 2, n);
      }
    }
  }

  /** The velocity of logits, in one of the two memories. */
  private float[][] velocity(float[][] m, float[][] z, float t, float[][][] memory, int n) {
    for (int u = 0; u < state; u++) {
      System.arraycopy(m[u], 0, z[u], 0, n);
      Functions.sigmoid(z[u], n);
    }
    float[] bias = layers.get(0).bias().clone();
    for (int j = 0; j < bias.length; j++) {
      bias[j] += time[j] * t;
    }
    float[][] h = memory[0];
    float[][] other = memory[1];
    new AffineLayer(state, layers.get(0).kernel(), bias).apply(z, h, n);
    for (int i = 1; i < layers.size(); i++) {
      for (int u = 0; u < layers.get(i).inputs(); u++) {
        Functions.apply(shape.function(), h[u], n);
      }
      layers.get(i).apply(h, other, n);
      float[][] swapped = h;
      h = other;
      other = swapped;
    }
    return h;
  }
}
