// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.output;

import io.otd.core.internal.check.Check;
import io.otd.core.metrics.density.LogSumExp;
import java.util.Arrays;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Squeeze;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/**
 * A mixture of normal laws with independent targets inside each component: a mixture density
 * network (Bishop 1994). The network's numbers, in order: C logits of the weights, C d_y means, C
 * d_y scales as those of {@link Gaussian}, component by component.
 *
 * @implNote A draw takes its component by the inverse distribution function of one uniform, which
 *     all rows share, and then d_y normal numbers. The choice of the component has no gradient, so
 *     this law is trained by its likelihood, not by its draws.
 * @param components C, at least 1
 */
public record GaussianMixture(int components) implements OutputLaw, Density {
  /** Checks the number of components. */
  public GaussianMixture {
    Check.that(components >= 1, "mixture components", components, ">= 1");
  }

  @Override
  public int width(int outputs) {
    return Math.multiplyExact(components, 1 + 2 * outputs);
  }

  @Override
  public int uniforms(int outputs) {
    return 1 + outputs;
  }

  @Override
  public boolean reparameterized() {
    return false;
  }

  /** The uniform of the component, then normal numbers. */
  @Override
  public Operand<TFloat32> latents(Ops tf, Operand<TFloat32> uniforms) {
    return tf.concat(
        List.of(columns(tf, uniforms, 0, 1), Normal.deviates(tf, columns(tf, uniforms, 1, -1))),
        tf.constant(1));
  }

  @Override
  public Operand<TFloat32> samples(
      Ops tf, Operand<TFloat32> raw, Operand<TFloat32> latents, int outputs) {
    Operand<TFloat32> u = tf.expandDims(columns(tf, latents, 0, 1), tf.constant(1));
    Operand<TFloat32> normal = tf.expandDims(columns(tf, latents, 1, outputs), tf.constant(1));
    Operand<TFloat32> chosen = tf.expandDims(chosen(tf, raw, u), tf.constant(3));
    Operand<TFloat32> mean = ofChosen(tf, chosen, means(tf, raw, outputs));
    Operand<TFloat32> scale = ofChosen(tf, chosen, scales(tf, raw, outputs));
    return tf.math.add(mean, tf.math.mul(scale, normal));
  }

  /**
   * 1 for the component that the uniform falls into, else 0, {@code [K, n, C]}: the number of
   * cumulated weights, the last left out, that do not exceed it.
   */
  private Operand<TFloat32> chosen(Ops tf, Operand<TFloat32> raw, Operand<TFloat32> u) {
    Operand<TFloat32> weights = tf.nn.softmax(slice(tf, raw, 0, components));
    Operand<TFloat32> cumulated =
        slice(tf, tf.math.cumsum(weights, tf.constant(2)), 0, components - 1);
    Operand<TInt32> index =
        tf.reduceSum(tf.dtypes.cast(tf.math.lessEqual(cumulated, u), TInt32.class), tf.constant(2));
    return tf.oneHot(index, tf.constant(components), tf.constant(1f), tf.constant(0f));
  }

  /** {@code [P, n, C, d_y]} to {@code [K, n, d_y]}. */
  private static Operand<TFloat32> ofChosen(
      Ops tf, Operand<TFloat32> chosen, Operand<TFloat32> values) {
    return tf.reduceSum(tf.math.mul(chosen, values), tf.constant(2));
  }

  @Override
  public Operand<TFloat32> logDensity(
      Ops tf, Operand<TFloat32> raw, Operand<TFloat32> observed, int outputs) {
    Operand<TFloat32> each =
        Normal.logDensity(
            tf,
            means(tf, raw, outputs),
            scales(tf, raw, outputs),
            tf.expandDims(observed, tf.constant(1)));
    Operand<TFloat32> joint = tf.math.add(logWeights(tf, raw), tf.reduceSum(each, tf.constant(3)));
    return tf.squeeze(Density.logSum(tf, joint, -1), Squeeze.axis(List.of(2L)));
  }

  /** {@code [P, n, C]}. */
  private Operand<TFloat32> logWeights(Ops tf, Operand<TFloat32> raw) {
    Operand<TFloat32> logits = slice(tf, raw, 0, components);
    return tf.math.sub(logits, Density.logSum(tf, logits, -1));
  }

  private Operand<TFloat32> means(Ops tf, Operand<TFloat32> raw, int outputs) {
    return byComponent(tf, slice(tf, raw, components, components * outputs), outputs);
  }

  private Operand<TFloat32> scales(Ops tf, Operand<TFloat32> raw, int outputs) {
    int from = components * (1 + outputs);
    return Normal.scale(tf, byComponent(tf, slice(tf, raw, from, components * outputs), outputs));
  }

  /** {@code [P, n, C d_y]} to {@code [P, n, C, d_y]}; passes or rows may be known only later. */
  private Operand<TFloat32> byComponent(Ops tf, Operand<TFloat32> values, int outputs) {
    long passes = values.shape().get(0);
    return tf.reshape(values, tf.constant(new long[] {passes, -1, components, outputs}));
  }

  @Override
  public double logDensity(double[] raw, double[] observed) {
    int outputs = observed.length;
    double[] logWeights = logWeights(raw);
    double[] joint = new double[components];
    for (int c = 0; c < components; c++) {
      joint[c] = logWeights[c];
      for (int j = 0; j < outputs; j++) {
        int at = components + c * outputs + j;
        joint[c] +=
            Normal.logDensity(raw[at], Normal.scale(raw[at + components * outputs]), observed[j]);
      }
    }
    return LogSumExp.of(joint);
  }

  @Override
  public double[] mean(double[] raw, int outputs) {
    double[] logWeights = logWeights(raw);
    double[] mean = new double[outputs];
    for (int c = 0; c < components; c++) {
      for (int j = 0; j < outputs; j++) {
        mean[j] += Math.exp(logWeights[c]) * raw[components + c * outputs + j];
      }
    }
    return mean;
  }

  @Override
  public double[] variance(double[] raw, int outputs) {
    double[] logWeights = logWeights(raw);
    double[] mean = mean(raw, outputs);
    double[] variance = new double[outputs];
    for (int c = 0; c < components; c++) {
      for (int j = 0; j < outputs; j++) {
        int at = components + c * outputs + j;
        double distance = raw[at] - mean[j];
        double scale = Normal.scale(raw[at + components * outputs]);
        variance[j] += Math.exp(logWeights[c]) * (scale * scale + distance * distance);
      }
    }
    return variance;
  }

  private double[] logWeights(double[] raw) {
    double[] logits = Arrays.copyOf(raw, components);
    double total = LogSumExp.of(logits);
    return Arrays.stream(logits).map(logit -> logit - total).toArray();
  }

  private static Operand<TFloat32> slice(Ops tf, Operand<TFloat32> values, int from, int width) {
    return tf.slice(
        values, tf.constant(new int[] {0, 0, from}), tf.constant(new int[] {-1, -1, width}));
  }

  private static Operand<TFloat32> columns(Ops tf, Operand<TFloat32> values, int from, int width) {
    return tf.slice(values, tf.constant(new int[] {0, from}), tf.constant(new int[] {-1, width}));
  }
}
