// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.Opcode;

/**
 * The activations, in place on lanes.
 *
 * @implNote tanh and erf are the rational approximations of Eigen and XLA, which TensorFlow
 *     computes with: a few units in the last place of the true value, and no branch. The sigmoid is
 *     {@code (1 + tanh(x / 2)) / 2}, exact to 2e-7.
 */
final class Functions {
  private static final float SLOPE = (float) Math.sqrt(2 / Math.PI);
  private static final float CUBIC = (float) (Math.sqrt(2 / Math.PI) * 0.044715);
  private static final float ROOT_HALF = (float) Math.sqrt(0.5);

  /** Beyond, tanh is 1 in single precision. */
  private static final float TANH_END = 7.905311f;

  /** Beyond, erf is 1 in single precision. */
  private static final float ERF_END = 4;

  private Functions() {}

  /** Applies a function to n numbers, in place. */
  static void apply(Opcode function, float[] x, int n) {
    switch (function) {
      case GELU_TANH -> geluTanh(x, n);
      case GELU_ERF -> geluErf(x, n);
      case RELU -> relu(x, n);
      case TANH -> tanh(x, n);
      case SIGMOID -> sigmoid(x, n);
      case SILU -> silu(x, n);
      case SQUARE -> square(x, n);
      default -> applyEach(function, x, n);
    }
  }

  private static void applyEach(Opcode function, float[] x, int n) {
    for (int k = 0; k < n; k++) {
      float v = x[k];
      x[k] =
          switch (function) {
            case SOFTPLUS -> softplus(v);
            case ELU -> v < 0 ? (float) StrictMath.expm1(v) : v;
            case ERF -> erf(v);
            case ERFINV -> erfinv(v);
            default -> (float) WideFunctions.of(function, v);
          };
    }
  }

  private static void geluTanh(float[] x, int n) {
    for (int k = 0; k < n; k++) {
      float v = x[k];
      x[k] = v * (0.5f + 0.5f * tanh(v * (SLOPE + CUBIC * (v * v))));
    }
  }

  private static void geluErf(float[] x, int n) {
    for (int k = 0; k < n; k++) {
      float v = x[k];
      x[k] = 0.5f * v * (1 + erf(v * ROOT_HALF));
    }
  }

  private static void relu(float[] x, int n) {
    for (int k = 0; k < n; k++) {
      x[k] = Math.max(x[k], 0);
    }
  }

  private static void tanh(float[] x, int n) {
    for (int k = 0; k < n; k++) {
      x[k] = tanh(x[k]);
    }
  }

  private static void silu(float[] x, int n) {
    for (int k = 0; k < n; k++) {
      x[k] = x[k] * sigmoid(x[k]);
    }
  }

  /** {@code sigmoid}, in place. */
  private static void sigmoid(float[] x, int n) {
    for (int k = 0; k < n; k++) {
      x[k] = sigmoid(x[k]);
    }
  }

  private static void square(float[] x, int n) {
    for (int k = 0; k < n; k++) {
      x[k] *= x[k];
    }
  }

  /** {@code log(1 + e^x)}. */
  private static float softplus(float x) {
    double v = x;
    return (float) (Math.max(v, 0) + StrictMath.log1p(StrictMath.exp(-Math.abs(v))));
  }

  private static float sigmoid(float x) {
    return 0.5f + 0.5f * tanh(0.5f * x);
  }

  static float tanh(float x) {
    float t = Math.max(-TANH_END, Math.min(TANH_END, x));
    float s = t * t;
    float p = (float) -2.76076847742355e-16 * s + (float) 2.00018790482477e-13;
    p = p * s + (float) -8.60467152213735e-11;
    p = p * s + (float) 5.12229709037114e-08;
    p = p * s + (float) 1.48572235717979e-05;
    p = p * s + (float) 6.37261928875436e-04;
    p = p * s + (float) 4.89352455891786e-03;
    float q = (float) 1.19825839466702e-06 * s + (float) 1.18534705686654e-04;
    q = q * s + (float) 2.26843463243900e-03;
    q = q * s + (float) 4.89352518554385e-03;
    return t * p / q;
  }

  /** Rounded from double precision. */
  private static float erfinv(float y) {
    if (!(Math.abs(y) < 1)) {
      return Math.abs(y) == 1 ? Math.copySign(Float.POSITIVE_INFINITY, y) : Float.NaN;
    }
    return (float) (NormalQuantile.of((y + 1.0) / 2) / Math.sqrt(2));
  }

  private static float erf(float x) {
    float t = Math.max(-ERF_END, Math.min(ERF_END, x));
    float s = t * t;
    float p = (float) -2.72614225801306e-10 * s + (float) 2.77068142495902e-08;
    p = p * s + (float) -2.10102402082508e-06;
    p = p * s + (float) -5.69250639462346e-05;
    p = p * s + (float) -7.34990630306855e-04;
    p = p * s + (float) -2.95459980854025e-03;
    p = p * s + (float) -1.60960333262415e-02;
    float q = (float) -1.45660718464996e-05 * s + (float) -2.13374055278905e-04;
    q = q * s + (float) -1.68282697438203e-03;
    q = q * s + (float) -7.37332916720468e-03;
    q = q * s + (float) -1.42647390514189e-02;
    return t * p / q;
  }
}
