// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.program.DrawRounds;
import io.otd.core.internal.trained.TrainedModel;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.math.Mean;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TFloat64;

/**
 * The variance of draws within the networks and between them, in a graph: what {@link
 * io.otd.core.metrics.VarianceParts} computes.
 *
 * @param within {@code [B, d_y]}
 * @param between {@code [B, d_y]}
 */
record VarianceOutputs(Operand<TFloat32> within, Operand<TFloat32> between) {
  /**
   * Adds both parts.
   *
   * @param tf the graph to add to
   * @param from the draws
   * @param trained the model
   */
  static VarianceOutputs of(Ops tf, PredictiveOutputs from, TrainedModel trained) {
    DrawRounds rounds = trained.rounds(from.draws());
    int members = trained.size();
    int outputs = trained.outputs();
    Operand<TFloat64> all = variance(tf, from.exact());
    Operand<TFloat64> byRound =
        tf.reshape(
            from.exact(),
            tf.constant(new int[] {-1, rounds.components().size(), members * outputs}));
    Operand<TFloat64> within = tf.zerosLike(all);
    for (int c = 0; c < trained.components().size(); c++) {
      int[] own = rounds.of(c);
      if (own.length > 1) { // The variance of one draw says nothing, and counts as 0.
        Operand<TFloat64> draws = tf.gather(byRound, tf.constant(own), tf.constant(1));
        double n = own.length;
        double share = n / (n - 1) * n / rounds.components().size();
        within =
            tf.math.add(
                within, tf.math.mul(tf.constant(share), ofMembers(tf, draws, members, outputs)));
      }
    }
    return new VarianceOutputs(
        tf.dtypes.cast(tf.math.minimum(within, all), TFloat32.class),
        tf.dtypes.cast(
            tf.math.maximum(tf.math.sub(all, within), tf.constant(0.0)), TFloat32.class));
  }

  /**
   * The variance of each member's draws, mean over the members.
   *
   * @param draws {@code [B, n, M d_y]}
   * @return {@code [B, d_y]}
   */
  private static Operand<TFloat64> ofMembers(
      Ops tf, Operand<TFloat64> draws, int members, int outputs) {
    Operand<TFloat64> each =
        tf.reshape(variance(tf, draws), tf.constant(new int[] {-1, members, outputs}));
    return tf.math.mean(each, tf.constant(1));
  }

  /** {@code [B, n, d]} to {@code [B, d]}, divisor n. */
  private static Operand<TFloat64> variance(Ops tf, Operand<TFloat64> draws) {
    Operand<TFloat64> mean = tf.math.mean(draws, tf.constant(1), Mean.keepDims(true));
    return tf.math.mean(tf.math.square(tf.math.sub(draws, mean)), tf.constant(1));
  }
}
