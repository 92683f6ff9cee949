// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.Opcode;
import org.jspecify.annotations.Nullable;

/**
 * A layer. What follows the sum of a unit is computed while the unit is in the cache.
 *
 * @implNote Rows without lanes are added up input by input, so that the loop runs over the units.
 */
final class AffineStep implements Step {
  private final int x;
  private final int result;
  private final Layout layout;
  private final int inputs;
  private final float[] kernel;
  private final float[] bias;
  private final @Nullable Opcode function;
  private final @Nullable Operand factor;
  private final @Nullable Operand summand;

  /**
   * A layer.
   *
   * @param x number of the tensor that is multiplied
   * @param result number of the result
   * @param layout of the result
   * @param kernel {@code [inputs, units]}, row-major
   * @param bias {@code [units]}
   * @param function after the sum, if any
   * @param factor after that, if any
   * @param summand after that, if any
   */
  AffineStep(
      int x,
      int result,
      Layout layout,
      float[] kernel,
      float[] bias,
      @Nullable Opcode function,
      @Nullable Operand factor,
      @Nullable Operand summand) {
    this.x = x;
    this.result = result;
    this.layout = layout;
    this.inputs = kernel.length / bias.length;
    this.kernel = layout.lanes() ? Lanes.transposed(kernel, inputs, bias.length) : kernel;
    this.bias = bias;
    this.function = function;
    this.factor = factor;
    this.summand = summand;
  }

  @Override
  public void run(Workspace workspace, int rows) {
    float[][] in = workspace.floats(x);
    float[][] out = workspace.floats(result);
    int n = layout.length(rows);
    for (int i = 0; i < layout.arrays(rows); i++) {
      if (layout.lanes()) {
        AffineKernel.unit(in, inputs, kernel, i, bias[i], out[i], n);
      } else {
        row(in[i], out[i]);
      }
      if (function != null) {
        Functions.apply(function, out[i], n);
      }
      if (factor != null) {
        Lanes.multiply(out[i], (float[]) factor.values(workspace, i, rows), n);
      }
      if (summand != null) {
        Lanes.add(out[i], (float[]) summand.values(workspace, i, rows), n);
      }
    }
  }

  private void row(float[] in, float[] out) {
    int units = bias.length;
    System.arraycopy(bias, 0, out, 0, units);
    for (int i = 0; i < inputs; i++) {
      Lanes.addScaled(out, kernel, i * units, in[i], units);
    }
  }
}
