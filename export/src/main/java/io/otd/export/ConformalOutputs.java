// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.calibration.RowGroup;
import io.otd.core.metrics.EmpiricalQuantile;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TBool;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TFloat64;

/**
 * The ends of the conformal intervals in a graph, within the possible values of the targets.
 *
 * @param lower {@code [B, A, d_y]}
 * @param upper {@code [B, A, d_y]}
 */
record ConformalOutputs(Operand<TFloat32> lower, Operand<TFloat32> upper) {
  /**
   * Adds the ends.
   *
   * @param tf the graph to add to
   * @param conformal with at least one level
   * @param x encoded inputs, {@code [B, d_x]}
   * @param from the moments and quantiles of the draws
   */
  static ConformalOutputs of(
      Ops tf,
      ConformalCalibration conformal,
      Operand<TFloat32> x,
      TableSchema schema,
      PredictiveOutputs from) {
    Operand<TFloat64> offsets = offsets(tf, conformal, x, schema);
    Ends ends =
        conformal.rule() instanceof ConformalRule.Normalized rule
            ? normalized(tf, rule, offsets, from)
            : quantiles(tf, conformal.levels(), offsets, from);
    return new ConformalOutputs(
        possible(tf, ends.lower(), schema.targets()), possible(tf, ends.upper(), schema.targets()));
  }

  /** {@code [A, d_y]}, or {@code [B, A, d_y]}. */
  private static Operand<TFloat64> offsets(
      Ops tf, ConformalCalibration conformal, Operand<TFloat32> x, TableSchema schema) {
    List<ConformalCalibration.OfGroup> groups = conformal.groups();
    if (groups.isEmpty()) {
      return tf.constant(offsets(conformal.levels()));
    }
    List<double[][]> each = new ArrayList<>();
    each.add(offsets(conformal.levels()));
    groups.forEach(of -> each.add(offsets(of.levels())));
    List<RowGroup> which = groups.stream().map(ConformalCalibration.OfGroup::group).toList();
    return GroupIndex.of(tf, x, schema, which).pick(tf, each);
  }

  private static double[][] offsets(List<ConformalLevel> levels) {
    return levels.stream()
        .map(l -> l.offsets().stream().mapToDouble(Double::doubleValue).toArray())
        .toArray(double[][]::new);
  }

  /** In double precision, whatever the target. */
  private record Ends(Operand<TFloat64> lower, Operand<TFloat64> upper) {}

  private static Ends normalized(
      Ops tf, ConformalRule.Normalized rule, Operand<TFloat64> offsets, PredictiveOutputs from) {
    Operand<TFloat64> mean = middle(tf, from.mean());
    Operand<TFloat64> scale =
        tf.math.maximum(
            middle(tf, from.std()),
            tf.constant(rule.floor().stream().mapToDouble(Double::doubleValue).toArray()));
    Operand<TFloat64> half = tf.math.mul(offsets, scale);
    return new Ends(tf.math.sub(mean, half), tf.math.add(mean, half));
  }

  private static Ends quantiles(
      Ops tf, List<ConformalLevel> levels, Operand<TFloat64> offsets, PredictiveOutputs from) {
    Operand<TFloat64> low = wide(tf, from.quantiles(tf, ends(levels, EmpiricalQuantile::lower)));
    Operand<TFloat64> high = wide(tf, from.quantiles(tf, ends(levels, EmpiricalQuantile::upper)));
    Operand<TFloat64> lower = tf.math.sub(low, offsets);
    Operand<TFloat64> upper = tf.math.add(high, offsets);
    // A negative offset may empty the interval: only its midpoint is left then.
    Operand<TFloat64> middle =
        tf.math.add(low, tf.math.mul(tf.constant(.5), tf.math.sub(high, low)));
    Operand<TBool> crossed = tf.math.less(upper, lower);
    return new Ends(tf.select(crossed, middle, lower), tf.select(crossed, middle, upper));
  }

  private static List<BigDecimal> ends(
      List<ConformalLevel> levels, DoubleFunction<EmpiricalQuantile> end) {
    return levels.stream().map(l -> end.apply(l.level()).probability()).toList();
  }

  /** {@code [B, d_y]} as {@code [B, 1, d_y]}. */
  private static Operand<TFloat64> middle(Ops tf, Operand<TFloat32> values) {
    return tf.expandDims(wide(tf, values), tf.constant(1));
  }

  private static Operand<TFloat64> wide(Ops tf, Operand<TFloat32> values) {
    return tf.dtypes.cast(values, TFloat64.class);
  }

  private static Operand<TFloat32> possible(
      Ops tf, Operand<TFloat64> ends, List<TargetColumn> targets) {
    Operand<TFloat64> within =
        targets.stream().noneMatch(target -> target.possible().bounded())
            ? ends
            : InverseTargetTransform.within(
                tf,
                InverseTargetTransform.vector(tf, targets, t -> t.possible().least()),
                InverseTargetTransform.vector(tf, targets, t -> t.possible().greatest()),
                ends);
    return tf.dtypes.cast(within, TFloat32.class);
  }
}
