// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

/**
 * An affine layer.
 *
 * @param inputs its width below
 * @param kernel {@code [outputs][inputs]}, row-major
 * @param bias {@code [outputs]}
 */
record AffineLayer(int inputs, float[] kernel, float[] bias) {
  /**
   * A layer as the trained model stores it.
   *
   * @param kernel {@code [inputs][outputs]}, row-major
   */
  static AffineLayer of(float[] kernel, float[] bias) {
    int inputs = kernel.length / bias.length;
    return new AffineLayer(inputs, Lanes.transposed(kernel, 0, inputs, bias.length), bias);
  }

  int outputs() {
    return bias.length;
  }

  /** Applies the layer to n lanes. */
  void apply(float[][] in, float[][] out, int n) {
    AffineKernel.affine(in, inputs, kernel, bias, out, n);
  }
}
