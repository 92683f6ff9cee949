// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.output;

import java.util.Arrays;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * Independent normal targets whose means and standard deviations the network outputs (Nix and
 * Weigend 1994; Lakshminarayanan et al. 2017). Its numbers, in order: d_y means, then d_y scales.
 *
 * @implNote The standard deviation is {@code 1e-4 + softplus(s + log(e - 1))}: 1 if the network
 *     outputs 0, and never below 1/10,000 of the spread of the training targets.
 */
public record Gaussian() implements OutputLaw, Density {
  @Override
  public int width(int outputs) {
    return 2 * outputs;
  }

  @Override
  public int uniforms(int outputs) {
    return outputs;
  }

  @Override
  public boolean reparameterized() {
    return true;
  }

  @Override
  public Operand<TFloat32> latents(Ops tf, Operand<TFloat32> uniforms) {
    return Normal.deviates(tf, uniforms);
  }

  @Override
  public Operand<TFloat32> samples(
      Ops tf, Operand<TFloat32> raw, Operand<TFloat32> latents, int outputs) {
    Operand<TFloat32> scale = Normal.scale(tf, part(tf, raw, outputs, outputs));
    return tf.math.add(
        part(tf, raw, 0, outputs), tf.math.mul(scale, tf.expandDims(latents, tf.constant(1))));
  }

  @Override
  public Operand<TFloat32> logDensity(
      Ops tf, Operand<TFloat32> raw, Operand<TFloat32> observed, int outputs) {
    Operand<TFloat32> scale = Normal.scale(tf, part(tf, raw, outputs, outputs));
    Operand<TFloat32> each = Normal.logDensity(tf, part(tf, raw, 0, outputs), scale, observed);
    return tf.reduceSum(each, tf.constant(-1));
  }

  @Override
  public double logDensity(double[] raw, double[] observed) {
    double sum = 0;
    for (int j = 0; j < observed.length; j++) {
      sum += Normal.logDensity(raw[j], Normal.scale(raw[observed.length + j]), observed[j]);
    }
    return sum;
  }

  @Override
  public double[] mean(double[] raw, int outputs) {
    return Arrays.copyOf(raw, outputs);
  }

  @Override
  public double[] variance(double[] raw, int outputs) {
    double[] variance = new double[outputs];
    Arrays.setAll(variance, j -> Math.pow(Normal.scale(raw[outputs + j]), 2));
    return variance;
  }

  private static Operand<TFloat32> part(Ops tf, Operand<TFloat32> raw, int from, int width) {
    return tf.slice(
        raw, tf.constant(new int[] {0, 0, from}), tf.constant(new int[] {-1, -1, width}));
  }
}
