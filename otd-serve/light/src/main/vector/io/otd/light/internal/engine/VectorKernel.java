// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * By the Vector API: four units are summed in registers, a vector of lanes at a time.
 *
 * @implNote Compiled separately, because the module is incubating: the compiler warns of it, and a
 *     JVM has it only with {@code --add-modules jdk.incubator.vector}. More sums at a time would be
 *     more code than the JIT compiler compiles in one method; vectors then become objects.
 */
final class VectorKernel implements AffineKernel {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int WIDTH = SPECIES.length();
  private static final int UNITS = 4;
  private static final int PRODUCTS = 4;

  @Override
  public void affine(
      float[][] in, int inputs, float[] kernel, float[] bias, float[][] out, int n) {
    int lanes = n - n % WIDTH;
    int units = bias.length - bias.length % UNITS;
    for (int j = 0; j < units; j += UNITS) {
      for (int k = 0; k < lanes; k += WIDTH) {
        fourUnits(in, inputs, kernel, bias, out, j, k);
      }
    }
    for (int j = units; j < bias.length; j++) {
      for (int k = 0; k < lanes; k += WIDTH) {
        oneUnit(in, inputs, kernel, bias[j], out[j], j, k);
      }
    }
    for (int j = 0; j < bias.length && lanes < n; j++) {
      rest(in, inputs, kernel, bias[j], out[j], j, lanes, n);
    }
  }

  private static void fourUnits(
      float[][] in, int inputs, float[] kernel, float[] bias, float[][] out, int j, int k) {
    int w0 = j * inputs;
    int w1 = w0 + inputs;
    int w2 = w1 + inputs;
    int w3 = w2 + inputs;
    FloatVector s0 = FloatVector.broadcast(SPECIES, bias[j]);
    FloatVector s1 = FloatVector.broadcast(SPECIES, bias[j + 1]);
    FloatVector s2 = FloatVector.broadcast(SPECIES, bias[j + 2]);
    FloatVector s3 = FloatVector.broadcast(SPECIES, bias[j + 3]);
    int i = 0;
    for (; i + PRODUCTS <= inputs; i += PRODUCTS) {
      FloatVector a = FloatVector.fromArray(SPECIES, in[i], k);
      FloatVector b = FloatVector.fromArray(SPECIES, in[i + 1], k);
      FloatVector c = FloatVector.fromArray(SPECIES, in[i + 2], k);
      FloatVector d = FloatVector.fromArray(SPECIES, in[i + 3], k);
      s0 = s0.add(products(a, b, c, d, kernel, w0 + i));
      s1 = s1.add(products(a, b, c, d, kernel, w1 + i));
      s2 = s2.add(products(a, b, c, d, kernel, w2 + i));
      s3 = s3.add(products(a, b, c, d, kernel, w3 + i));
    }
    for (; i < inputs; i++) {
      FloatVector a = FloatVector.fromArray(SPECIES, in[i], k);
      s0 = s0.add(a.mul(kernel[w0 + i]));
      s1 = s1.add(a.mul(kernel[w1 + i]));
      s2 = s2.add(a.mul(kernel[w2 + i]));
      s3 = s3.add(a.mul(kernel[w3 + i]));
    }
    s0.intoArray(out[j], k);
    s1.intoArray(out[j + 1], k);
    s2.intoArray(out[j + 2], k);
    s3.intoArray(out[j + 3], k);
  }

  private static void oneUnit(
      float[][] in, int inputs, float[] kernel, float bias, float[] out, int j, int k) {
    int w = j * inputs;
    FloatVector sum = FloatVector.broadcast(SPECIES, bias);
    int i = 0;
    for (; i + PRODUCTS <= inputs; i += PRODUCTS) {
      sum =
          sum.add(
              products(
                  FloatVector.fromArray(SPECIES, in[i], k),
                  FloatVector.fromArray(SPECIES, in[i + 1], k),
                  FloatVector.fromArray(SPECIES, in[i + 2], k),
                  FloatVector.fromArray(SPECIES, in[i + 3], k),
                  kernel,
                  w + i));
    }
    for (; i < inputs; i++) {
      sum = sum.add(FloatVector.fromArray(SPECIES, in[i], k).mul(kernel[w + i]));
    }
    sum.intoArray(out, k);
  }

  private static FloatVector products(
      FloatVector a, FloatVector b, FloatVector c, FloatVector d, float[] kernel, int w) {
    return a.mul(kernel[w])
        .add(b.mul(kernel[w + 1]))
        .add(c.mul(kernel[w + 2]).add(d.mul(kernel[w + 3])));
  }

  /** Lanes that do not fill a vector. */
  private static void rest(
      float[][] in, int inputs, float[] kernel, float bias, float[] out, int j, int from, int to) {
    Arrays.fill(out, from, to, bias);
    int w = j * inputs;
    int i = 0;
    for (; i + PRODUCTS <= inputs; i += PRODUCTS, w += PRODUCTS) {
      for (int k = from; k < to; k++) {
        out[k] +=
            (kernel[w] * in[i][k] + kernel[w + 1] * in[i + 1][k])
                + (kernel[w + 2] * in[i + 2][k] + kernel[w + 3] * in[i + 3][k]);
      }
    }
    for (; i < inputs; i++, w++) {
      for (int k = from; k < to; k++) {
        out[k] += kernel[w] * in[i][k];
      }
    }
  }
}
