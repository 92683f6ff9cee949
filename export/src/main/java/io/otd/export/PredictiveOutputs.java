// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.RowGroup;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.metrics.EmpiricalQuantile;
import io.otd.core.schema.TargetColumn;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.ReduceAny;
import org.tensorflow.op.math.Mean;
import org.tensorflow.types.TBool;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TFloat64;
import org.tensorflow.types.TInt32;

/**
 * Predictions of rows, computed from their draws: all are functionals of the same empirical
 * distribution, so quantiles are draws and probabilities are shares of draws.
 *
 * @implNote Statistics are computed in double precision. Sorting an array in which some values are
 *     NaN is not defined, so a row with one has NaN throughout.
 * @param exact draws in the targets' units, in double precision, {@code [B, S, d_y]}
 * @param samples the same draws in the targets' units, {@code [B, S, d_y]}
 * @param mean their mean, {@code [B, d_y]}
 * @param std their standard deviation (divisor S), {@code [B, d_y]}
 * @param draws S
 */
record PredictiveOutputs(
    Operand<TFloat64> exact,
    Operand<TFloat32> samples,
    Operand<TFloat32> mean,
    Operand<TFloat32> std,
    int draws) {

  /**
   * Adds the way from the network's outputs to the targets' units.
   *
   * @param tf the graph to add to
   * @param network draws in the network's units, {@code [B, S, d_y]}
   * @param x encoded inputs, {@code [B, d_x]}
   * @param draws S
   */
  static PredictiveOutputs of(
      Ops tf, Operand<TFloat32> network, Operand<TFloat32> x, int draws, TrainedModel trained) {
    Calibration calibration = trained.calibration();
    List<TargetColumn> targets = trained.schema().targets();
    Operand<TFloat64> y =
        calibrated(
            tf,
            tf.dtypes.cast(network, TFloat64.class),
            calibration.spread(),
            groups -> GroupIndex.of(tf, x, trained.schema(), groups));
    Operand<TFloat64> restored =
        new RecalibratedDraws(tf, draws)
            .add(calibration.isotonic(), InverseTargetTransform.add(tf, y, targets), targets);
    Operand<TFloat64> deviation = tf.math.sub(restored, mean(tf, restored, true));
    return new PredictiveOutputs(
        restored,
        tf.dtypes.cast(restored, TFloat32.class),
        tf.dtypes.cast(mean(tf, restored, false), TFloat32.class),
        tf.dtypes.cast(tf.math.sqrt(mean(tf, tf.math.square(deviation), false)), TFloat32.class),
        draws);
  }

  /**
   * Adds a calibration of the spread without groups.
   *
   * @param y {@code [B, S, d_y]}
   */
  static Operand<TFloat64> calibrated(Ops tf, Operand<TFloat64> y, SpreadCalibration spread) {
    return calibrated(
        tf,
        y,
        spread,
        groups -> {
          throw new IllegalArgumentException("groups: %s (expected: none)".formatted(groups));
        });
  }

  /**
   * Adds the calibration of the spread about the mean of draws.
   *
   * @param y {@code [B, S, d_y]}
   * @param of finds the group of each row, if there are any
   */
  static Operand<TFloat64> calibrated(
      Ops tf,
      Operand<TFloat64> y,
      SpreadCalibration spread,
      Function<List<RowGroup>, GroupIndex> of) {
    if (spread.equals(SpreadCalibration.NONE)) {
      return y;
    }
    Operand<TFloat64> center = mean(tf, y, true);
    Operand<TFloat64> deviation = tf.math.sub(y, center);
    return tf.math.add(center, tf.math.mul(factor(tf, deviation, spread, of), deviation));
  }

  /** {@link SpreadCalibration#factor(double)} of each row, {@code [B, 1, 1]}, or of all. */
  private static Operand<TFloat64> factor(
      Ops tf,
      Operand<TFloat64> deviation,
      SpreadCalibration spread,
      Function<List<RowGroup>, GroupIndex> of) {
    if (spread.power() == 0) {
      return ofRows(tf, spread, of, factor -> factor);
    }
    Operand<TFloat64> variances = mean(tf, tf.math.square(deviation), true);
    Operand<TFloat64> variance = tf.math.mean(variances, tf.constant(2), Mean.keepDims(true));
    // The power of the variance is half of that of the spread.
    double most = 2 * Math.log(SpreadCalibration.RANGE);
    Operand<TFloat64> times =
        tf.math.sub(tf.math.log(variance), tf.constant(2 * Math.log(spread.typical())));
    Operand<TFloat64> inside =
        tf.math.minimum(tf.math.maximum(times, tf.constant(-most)), tf.constant(most));
    return tf.math.exp(
        tf.math.add(
            tf.math.mul(inside, tf.constant(spread.power() / 2)),
            ofRows(tf, spread, of, Math::log)));
  }

  /** A function of the factor of each row, {@code [B, 1, 1]}, or of all. */
  private static Operand<TFloat64> ofRows(
      Ops tf,
      SpreadCalibration spread,
      Function<List<RowGroup>, GroupIndex> of,
      DoubleUnaryOperator function) {
    List<RowGroup> groups = spread.groups().stream().map(SpreadCalibration.OfGroup::group).toList();
    double common = function.applyAsDouble(spread.factor());
    return groups.isEmpty()
        ? tf.constant(common)
        : of.apply(groups)
            .pick(
                tf,
                common,
                groups.stream().map(g -> function.applyAsDouble(spread.of(g).factor())).toList());
  }

  private static Operand<TFloat64> mean(Ops tf, Operand<TFloat64> values, boolean keep) {
    return tf.math.mean(values, tf.constant(1), Mean.keepDims(keep));
  }

  /**
   * Adds empirical quantiles.
   *
   * @param levels tau, Q of them
   * @return {@code [B, Q, d_y]}
   */
  Operand<TFloat32> quantiles(Ops tf, List<BigDecimal> levels) {
    Operand<TFloat32> last = tf.linalg.transpose(samples, tf.constant(new int[] {0, 2, 1}));
    Operand<TFloat32> sortable = tf.select(tf.math.isNan(last), tf.zerosLike(last), last);
    Operand<TFloat32> descending = tf.nn.topK(sortable, tf.constant(draws), TInt32.class).values();
    int[] places =
        levels.stream().mapToInt(l -> draws - new EmpiricalQuantile(l).rank(draws)).toArray();
    Operand<TFloat32> quantiles =
        tf.linalg.transpose(
            tf.gather(descending, tf.constant(places), tf.constant(2)),
            tf.constant(new int[] {0, 2, 1}));
    return nanWhereUndefined(tf, quantiles, true);
  }

  /**
   * Adds the share of draws at or below a threshold.
   *
   * @param threshold {@code [B, d_y]}
   * @return {@code [B, d_y]}
   */
  Operand<TFloat32> below(Ops tf, Operand<TFloat32> threshold) {
    Operand<TFloat32> counted =
        tf.dtypes.cast(
            tf.math.lessEqual(samples, tf.expandDims(threshold, tf.constant(1))), TFloat32.class);
    Operand<TFloat32> share = tf.math.mean(counted, tf.constant(1));
    Operand<TFloat32> known =
        tf.select(tf.math.isNan(threshold), tf.fill(tf.shape(share), nan(tf)), share);
    return nanWhereUndefined(tf, known, false);
  }

  private Operand<TFloat32> nanWhereUndefined(Ops tf, Operand<TFloat32> values, boolean keep) {
    Operand<TBool> undefined =
        tf.reduceAny(tf.math.isNan(samples), tf.constant(1), ReduceAny.keepDims(keep));
    return tf.select(undefined, nan(tf), values);
  }

  private static Operand<TFloat32> nan(Ops tf) {
    return tf.constant(Float.NaN);
  }
}
