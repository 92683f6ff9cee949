// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.model.LayeredShape;
import io.otd.light.internal.model.LightKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The network of a member.
 *
 * @implNote The memory of a call waits for the next one: fresh memory would be zeroed first, and be
 *     in no cache. One is kept; a concurrent call creates its own.
 */
final class MemberNetwork implements MemberFunction {
  /**
   * Lanes that go through the network together: enough that the scalar ends of the loops matter
   * little, and few enough that the units stay in the caches.
   */
  private static final int MOST_LANES = 512;

  /** Lanes of a wide network, of which fewer fit. */
  private static final int FEWEST_LANES = 16;

  private static final int UNITS_IN_CACHE = 1 << 16;

  private final LayeredShape shape;
  private final float[] firstKernel;
  private final float[] firstBias;
  private final float[] codeKernel;
  private final List<AffineLayer> layers = new ArrayList<>();
  private final float[] linear;
  private final int outputs;
  private final int widest;
  private final float scale;
  private final AtomicReference<Scratch> idle = new AtomicReference<>();

  /**
   * Takes the learned arrays of a member.
   *
   * @param arrays its learned arrays, the network's first
   */
  MemberNetwork(LayeredShape shape, LightKind kind, List<float[]> arrays) {
    this.shape = shape;
    outputs = kind.width();
    firstKernel = arrays.get(0);
    firstBias = arrays.get(1);
    codeKernel = Lanes.transposed(firstKernel, shape.inputs(), shape.code(), shape.hidden().get(0));
    int last = 2 * shape.hidden().size();
    for (int i = 2; i <= last; i += 2) {
      layers.add(AffineLayer.of(arrays.get(i), arrays.get(i + 1)));
    }
    linear = shape.linearPath() ? arrays.get(last + 2) : new float[0];
    widest = Math.max(outputs, shape.hidden().stream().mapToInt(Integer::intValue).max().orElse(1));
    double keep = kind.latents().keepProbability();
    scale = shape.masked() && shape.scaledMasks() && keep < 1 ? (float) (1 / keep) : 1;
  }

  /** Masks, scaled, or what codes add to the units of the first layer. */
  @Override
  public PassLatents latents(float[][] drawn, int passes, int rows) {
    long wanted = (long) rows * passes;
    int most = Math.min(MOST_LANES, UNITS_IN_CACHE / widest);
    int lanes = (int) Math.max(FEWEST_LANES, Math.min(most, wanted));
    if (!shape.masked()) {
      float[][] added = new float[shape.hidden().get(0)][passes];
      AffineKernel.affine(drawn, shape.code(), codeKernel, new float[added.length], added, passes);
      return PassLatents.of(added, passes, lanes);
    }
    if (scale != 1) {
      for (float[] unit : drawn) {
        for (int k = 0; k < passes; k++) {
          unit[k] *= scale;
        }
      }
    }
    return PassLatents.of(drawn, passes, lanes);
  }

  @Override
  public Scratch scratch(PassLatents latents) {
    int lanes = latents.size(0) * latents.rows();
    Scratch kept = idle.getAndSet(null);
    if (kept != null && kept.units()[0].length >= lanes) {
      return kept;
    }
    return new Scratch(
        new float[widest][lanes], new float[widest][lanes], new float[firstBias.length]);
  }

  @Override
  public void release(Scratch scratch) {
    idle.set(scratch);
  }

  @Override
  public void run(
      float[][] x, int from, int count, PassLatents latents, Scratch scratch, float[][] raw) {
    for (int part = 0, pass = 0; part < latents.parts().length; part++) {
      int size = latents.size(part);
      float[][] y = pass(x, from, count, latents.parts()[part], size, scratch);
      for (int r = 0; r < count; r++) {
        store(x[from + r], y, r * size, size, raw[r], pass);
      }
      pass += size;
    }
  }

  private float[][] pass(
      float[][] x, int from, int count, float[][] latents, int size, Scratch scratch) {
    int n = count * size;
    float[][] h = scratch.units();
    float[][] other = scratch.others();
    for (int r = 0; r < count; r++) {
      begin(x[from + r], latents, r * size, size, scratch.first(), h);
    }
    int hidden = shape.hidden().size();
    if (!shape.masked()) {
      activate(h, shape.hidden().get(0), n);
    }
    int masked = shape.hidden().get(0);
    for (int i = 1; i < hidden; i++) {
      int width = shape.hidden().get(i);
      layers.get(i - 1).apply(h, other, n);
      activate(other, width, n);
      for (int u = 0; u < width; u++) {
        if (shape.masked()) {
          Lanes.multiply(other[u], latents[masked + u], n);
        }
        if (shape.residual()) {
          Lanes.add(other[u], h[u], n);
        }
      }
      masked += width;
      float[][] swapped = h;
      h = other;
      other = swapped;
    }
    layers.get(hidden - 1).apply(h, other, n);
    return other;
  }

  private void activate(float[][] units, int width, int n) {
    for (int u = 0; u < width; u++) {
      Functions.apply(shape.function(), units[u], n);
    }
  }

  /** The first layer of a row, computed once for all of its lanes. */
  private void begin(
      float[] x, float[][] latents, int at, int size, float[] first, float[][] units) {
    System.arraycopy(firstBias, 0, first, 0, first.length);
    for (int i = 0; i < x.length; i++) {
      float value = x[i];
      int row = i * first.length;
      for (int u = 0; u < first.length; u++) {
        first[u] += value * firstKernel[row + u];
      }
    }
    if (shape.masked()) {
      Functions.apply(shape.function(), first, first.length);
    }
    for (int u = 0; u < first.length; u++) {
      float value = first[u];
      float[] latent = latents[u];
      float[] unit = units[u];
      if (shape.masked()) {
        for (int k = at; k < at + size; k++) {
          unit[k] = value * latent[k];
        }
      } else {
        for (int k = at; k < at + size; k++) {
          unit[k] = value + latent[k];
        }
      }
    }
  }

  /** The outputs of a row's lanes, with the linear path. */
  private void store(float[] x, float[][] y, int at, int size, float[] raw, int pass) {
    for (int j = 0; j < outputs; j++) {
      float straight = 0;
      for (int i = 0; i < x.length && shape.linearPath(); i++) {
        straight += x[i] * linear[i * outputs + j];
      }
      float[] output = y[j];
      for (int k = 0; k < size; k++) {
        raw[(pass + k) * outputs + j] = output[at + k] + straight;
      }
    }
  }
}
