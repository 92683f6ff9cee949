// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import java.util.Arrays;

/**
 * An affine layer, in loops that the JIT compiler turns into vector instructions. The order of the
 * additions is fixed: the bias, then four products at a time, {@code (w0 x0 + w1 x1) + (w2 x2 + w3
 * x3)}, then the remaining ones.
 *
 * @implNote One array per unit instead of one for all: the compiler vectorises a loop only if it
 *     sees that written values are not read in a later iteration, and for several positions in one
 *     array it does not. Four products at a time: with eight, the JIT compiler does not vectorise.
 */
final class AffineKernel {
  private AffineKernel() {}

  /**
   * Computes a unit.
   *
   * @param in {@code [inputs][n]}
   * @param inputs width below
   * @param kernel {@code [out][inputs]}, row-major
   * @param unit which one
   * @param bias of the unit
   * @param sum {@code [n]}, overwritten
   * @param n number of lanes
   */
  static void unit(
      float[][] in, int inputs, float[] kernel, int unit, float bias, float[] sum, int n) {
    Arrays.fill(sum, 0, n, bias);
    int w = unit * inputs;
    int i = 0;
    for (; i + 4 <= inputs; i += 4, w += 4) {
      addFour(
          sum,
          in[i],
          in[i + 1],
          in[i + 2],
          in[i + 3],
          kernel[w],
          kernel[w + 1],
          kernel[w + 2],
          kernel[w + 3],
          n);
    }
    for (; i < inputs; i++, w++) {
      addOne(sum, in[i], kernel[w], n);
    }
  }

  private static void addFour(
      float[] sum,
      float[] a,
      float[] b,
      float[] c,
      float[] d,
      float wa,
      float wb,
      float wc,
      float wd,
      int n) {
    for (int k = 0; k < n; k++) {
      sum[k] += (wa * a[k] + wb * b[k]) + (wc * c[k] + wd * d[k]);
    }
  }

  private static void addOne(float[] sum, float[] a, float w, int n) {
    for (int k = 0; k < n; k++) {
      sum[k] += w * a[k];
    }
  }
}
