// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.array;

import java.util.Arrays;

/** Numbers in single precision. */
public final class Floats {
  private Floats() {}

  /** The same numbers in double precision. */
  public static double[] widened(float[] values) {
    double[] widened = new double[values.length];
    Arrays.setAll(widened, i -> values[i]);
    return widened;
  }

  /** The nearest numbers in single precision. */
  public static float[] rounded(double[] values) {
    float[] rounded = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      rounded[i] = (float) values[i];
    }
    return rounded;
  }
}
