// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import java.util.SplittableRandom;

/** Latin hypercube samples (McKay, Beckman and Conover 1979). */
final class LatinHypercube {
  /** Random bits of a float, as in {@link io.otd.core.internal.graph.Uniforms}. */
  private static final int MANTISSA = 23;

  private LatinHypercube() {}

  /**
   * Uniforms of which, along one axis, each K-th of the unit interval has one. Lines along that
   * axis are independent.
   *
   * @param axis of the K draws
   * @param shape sizes
   * @return row-major, strictly inside (0, 1), of {@code (2 i + 1) / 2^24}
   */
  static float[] draw(long key, int axis, long... shape) {
    int draws = Math.toIntExact(shape[axis]);
    int stride = 1;
    for (int i = axis + 1; i < shape.length; i++) {
      stride = Math.multiplyExact(stride, Math.toIntExact(shape[i]));
    }
    int lines = stride;
    for (int i = 0; i < axis; i++) {
      lines = Math.multiplyExact(lines, Math.toIntExact(shape[i]));
    }
    SplittableRandom random = new SplittableRandom(key);
    float[] uniforms = new float[Math.multiplyExact(lines, draws)];
    int[] strata = new int[draws];
    for (int line = 0; line < lines; line++) {
      int first = line / stride * stride * draws + line % stride;
      for (int k = 0; k < draws; k++) {
        // Inside-out Fisher-Yates shuffle.
        int other = random.nextInt(k + 1);
        strata[k] = strata[other];
        strata[other] = k;
      }
      for (int k = 0; k < draws; k++) {
        uniforms[first + k * stride] = onGrid((strata[k] + random.nextDouble()) / draws);
      }
    }
    return uniforms;
  }

  private static float onGrid(double uniform) {
    int cell = Math.min((int) (uniform * (1 << MANTISSA)), (1 << MANTISSA) - 1);
    return Math.scalb(2 * cell + 1, -MANTISSA - 1);
  }
}
