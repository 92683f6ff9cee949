// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.calibration.IsotonicCalibration;
import io.otd.core.internal.calibration.RankMap;
import io.otd.core.schema.TargetColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Gather;
import org.tensorflow.op.core.ReduceSum;
import org.tensorflow.op.core.Stack;
import org.tensorflow.op.nn.TopK;
import org.tensorflow.types.TFloat64;
import org.tensorflow.types.TInt32;

/**
 * An {@link IsotonicCalibration} in a graph: a draw moves by its rank among the draws of its row
 * and target. The places and shares are constants.
 *
 * @implNote The order of an array with NaN is not defined; a draw that is NaN stays so, and so does
 *     every draw of its row and output: 0 times NaN is added.
 */
final class RecalibratedDraws {
  private final Ops tf;
  private final int draws;

  /**
   * Recalibration in a graph.
   *
   * @param draws S
   */
  RecalibratedDraws(Ops tf, int draws) {
    this.tf = tf;
    this.draws = draws;
  }

  /**
   * Adds the recalibration, nothing if there is none.
   *
   * @param samples {@code [B, S, d_y]}
   * @param targets d_y
   * @return {@code [B, S, d_y]}
   */
  Operand<TFloat64> add(
      IsotonicCalibration isotonic, Operand<TFloat64> samples, List<TargetColumn> targets) {
    if (isotonic.absent()) {
      return samples;
    }
    List<Operand<TFloat64>> outputs = new ArrayList<>();
    for (int j = 0; j < isotonic.curves().size(); j++) {
      Operand<TFloat64> output = tf.gather(samples, tf.constant(j), tf.constant(2));
      RankMap map = RankMap.of(isotonic.curves().get(j), targets.get(j).support(), draws);
      outputs.add(moved(output, map));
    }
    return tf.stack(outputs, Stack.axis(2L));
  }

  /** One output, {@code [B, S]}. */
  private Operand<TFloat64> moved(Operand<TFloat64> y, RankMap map) {
    // Ascending and stable, as in plain Java.
    TopK<TFloat64, TInt32> descending =
        tf.nn.topK(tf.math.neg(y), tf.constant(draws), TInt32.class);
    Operand<TFloat64> ascending = tf.math.neg(descending.values());
    int[] next = Arrays.stream(map.lower()).map(r -> Math.min(r + 1, draws - 1)).toArray();
    Operand<TFloat64> from = tf.gather(ascending, tf.constant(map.lower()), tf.constant(1));
    Operand<TFloat64> to = tf.gather(ascending, tf.constant(next), tf.constant(1));
    Operand<TFloat64> byRank =
        tf.math.add(from, tf.math.mul(tf.constant(map.share()), tf.math.sub(to, from)));
    // The rank of each draw: the inverse of the sorting permutation.
    Operand<TInt32> ranks =
        tf.nn.topK(tf.math.neg(descending.indices()), tf.constant(draws), TInt32.class).indices();
    Operand<TFloat64> moved = tf.gather(byRank, ranks, tf.constant(1), Gather.batchDims(1L));
    Operand<TFloat64> anyNan =
        tf.math.mul(tf.constant(0.0), tf.reduceSum(y, tf.constant(1), ReduceSum.keepDims(true)));
    return tf.math.add(moved, anyNan);
  }
}
