// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.schema.BoundedTransform;
import io.otd.core.schema.QuantileTransform;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetSupport;
import io.otd.core.schema.TargetTransform;
import io.otd.core.schema.YeoJohnsonTransform;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat64;
import org.tensorflow.types.TInt32;

/**
 * The inverse transform of the targets in a graph, from the network's scale to the targets' units:
 * what {@link TargetColumn#back} does in Java.
 */
final class InverseTargetTransform {
  private InverseTargetTransform() {}

  /**
   * Adds the operations.
   *
   * @param tf the graph to add to
   * @param outputs {@code [B, S, d_y]}, on the network's scale
   * @param targets d_y of them
   * @return {@code [B, S, d_y]}, in the targets' units; NaN stays NaN
   */
  static Operand<TFloat64> add(Ops tf, Operand<TFloat64> outputs, List<TargetColumn> targets) {
    boolean linear = targets.stream().allMatch(t -> t.transform().linear());
    boolean clipped = targets.stream().anyMatch(TargetColumn::clipped);
    Operand<TFloat64> bounded = clipped ? bounded(tf, outputs, targets) : outputs;
    Operand<TFloat64> transformed =
        tf.math.add(
            tf.math.mul(bounded, vector(tf, targets, TargetColumn::scale)),
            vector(tf, targets, TargetColumn::mean));
    if (linear && targets.stream().allMatch(t -> t.support().everyNumber())) {
      return transformed;
    }
    List<Operand<TFloat64>> columns = new ArrayList<>();
    for (int j = 0; j < targets.size(); j++) {
      Operand<TFloat64> column =
          tf.slice(
              transformed, tf.constant(new int[] {0, 0, j}), tf.constant(new int[] {-1, -1, 1}));
      TargetColumn target = targets.get(j);
      columns.add(
          settled(tf, target.transform().accept(new Inverse(tf, column)), target.support()));
    }
    return columns.size() == 1 ? columns.get(0) : tf.concat(columns, tf.constant(2));
  }

  /** The operations of {@link TargetSupport#settle}. */
  private static Operand<TFloat64> settled(Ops tf, Operand<TFloat64> y, TargetSupport support) {
    if (support.everyNumber()) {
      return y;
    }
    TargetSupport.Lattice lattice = support.lattice();
    Operand<TFloat64> nearest = y;
    if (!lattice.absent()) {
      Operand<TFloat64> unit = tf.constant((double) lattice.unit());
      Operand<TFloat64> per = tf.constant((double) lattice.per());
      Operand<TFloat64> points = tf.math.div(tf.math.mul(y, per), unit);
      Operand<TFloat64> point = tf.math.floor(tf.math.add(points, tf.constant(.5)));
      nearest = tf.math.div(tf.math.mul(point, unit), per);
    }
    return within(tf, tf.constant(support.least()), tf.constant(support.greatest()), nearest);
  }

  /** The operations of {@link TargetSupport#within}. A bound would hide that a value is NaN. */
  static Operand<TFloat64> within(
      Ops tf, Operand<TFloat64> least, Operand<TFloat64> greatest, Operand<TFloat64> y) {
    return tf.select(tf.math.isNan(y), y, tf.math.maximum(least, tf.math.minimum(greatest, y)));
  }

  /** A bound would hide that an output is NaN. */
  private static Operand<TFloat64> bounded(
      Ops tf, Operand<TFloat64> outputs, List<TargetColumn> targets) {
    Operand<TFloat64> bounded =
        tf.math.maximum(
            vector(tf, targets, TargetColumn::lower),
            tf.math.minimum(vector(tf, targets, TargetColumn::upper), outputs));
    boolean bent = targets.stream().anyMatch(t -> t.bend() > 0);
    return tf.select(
        tf.math.isNan(outputs), outputs, bent ? bent(tf, outputs, bounded, targets) : bounded);
  }

  /** What outputs beyond the bounds count. */
  private static Operand<TFloat64> bent(
      Ops tf, Operand<TFloat64> outputs, Operand<TFloat64> bounded, List<TargetColumn> targets) {
    // Targets that are cut off have a bend of no effect.
    Operand<TFloat64> bend = vector(tf, targets, t -> Math.max(t.bend(), Float.MIN_NORMAL));
    Operand<TFloat64> below = tf.math.sub(vector(tf, targets, TargetColumn::lower), outputs);
    Operand<TFloat64> above = tf.math.sub(outputs, vector(tf, targets, TargetColumn::upper));
    return tf.math.sub(tf.math.add(bounded, rest(tf, below, bend)), rest(tf, above, bend));
  }

  /** What is left of a bend. */
  private static Operand<TFloat64> rest(Ops tf, Operand<TFloat64> beyond, Operand<TFloat64> bend) {
    Operand<TFloat64> times = tf.math.div(tf.math.maximum(beyond, tf.constant(0.0)), bend);
    return tf.math.div(bend, tf.math.add(times, tf.constant(1.0)));
  }

  static Operand<TFloat64> vector(
      Ops tf, List<TargetColumn> targets, ToDoubleFunction<TargetColumn> number) {
    return tf.constant(targets.stream().mapToDouble(number).toArray());
  }

  /** The inverse of each transform. */
  private static final class Inverse implements TargetTransform.Visitor<Operand<TFloat64>> {
    private final Ops tf;
    private final Operand<TFloat64> t;

    /** Takes the values to transform back, of any shape. */
    Inverse(Ops tf, Operand<TFloat64> t) {
      this.tf = tf;
      this.t = t;
    }

    @Override
    public Operand<TFloat64> identity() {
      return t;
    }

    @Override
    public Operand<TFloat64> bounded(BoundedTransform transform) {
      Operand<TFloat64> least = tf.constant(transform.least());
      Operand<TFloat64> greatest = tf.constant(transform.greatest());
      if (Double.isInfinite(transform.least())) {
        return tf.math.sub(greatest, softplus(tf.math.sub(greatest, t), transform.unit()));
      }
      if (Double.isInfinite(transform.greatest())) {
        return tf.math.add(least, softplus(tf.math.sub(t, least), transform.unit()));
      }
      Operand<TFloat64> end =
          tf.constant(transform.greatest() + BoundedTransform.STRAIGHT * transform.unit());
      Operand<TFloat64> near = tf.math.minimum(t, end);
      Operand<TFloat64> above = softplus(tf.math.sub(near, least), transform.unit());
      Operand<TFloat64> beyond = softplus(tf.math.sub(near, greatest), transform.unit());
      Operand<TFloat64> y = tf.math.add(least, tf.math.sub(above, beyond));
      return within(tf, least, greatest, y);
    }

    /** {@code unit softplus(x / unit)}. */
    private Operand<TFloat64> softplus(Operand<TFloat64> x, double unit) {
      Operand<TFloat64> z = tf.math.div(x, tf.constant(unit));
      Operand<TFloat64> above = tf.math.maximum(z, tf.constant(0.0));
      Operand<TFloat64> rest = tf.math.log1p(tf.math.exp(tf.math.neg(tf.math.abs(z))));
      return tf.math.mul(tf.constant(unit), tf.math.add(above, rest));
    }

    @Override
    public Operand<TFloat64> log() {
      return tf.math.exp(t);
    }

    @Override
    public Operand<TFloat64> log1p() {
      return tf.math.expm1(t);
    }

    @Override
    public Operand<TFloat64> yeoJohnson(YeoJohnsonTransform transform) {
      Operand<TFloat64> zero = tf.constant(0.0);
      Operand<TFloat64> above = root(tf.math.maximum(t, zero), transform.lambda());
      Operand<TFloat64> below = root(tf.math.maximum(tf.math.neg(t), zero), 2 - transform.lambda());
      // Where t is NaN, neither comparison with 0 holds and the sum is NaN.
      Operand<TFloat64> u = tf.select(tf.math.isNan(t), t, tf.math.sub(above, below));
      return tf.math.add(
          tf.constant(transform.center()), tf.math.mul(tf.constant(transform.unit()), u));
    }

    /** {@code (1 + power t)^(1 / power) - 1} for t at least 0, which is 0 at 0. */
    private Operand<TFloat64> root(Operand<TFloat64> positive, double power) {
      if (power == 0) {
        return tf.math.expm1(positive);
      }
      return tf.math.expm1(
          tf.math.div(
              tf.math.log1p(tf.math.mul(tf.constant(power), positive)), tf.constant(power)));
    }

    /** The segment of the piecewise linear function at a value, and the function there. */
    @Override
    public Operand<TFloat64> quantile(QuantileTransform transform) {
      List<Double> scores = transform.scores();
      List<Double> values = transform.values();
      int pieces = scores.size() - 1;
      double[] from = new double[pieces];
      double[] value = new double[pieces];
      double[] slope = new double[pieces];
      List<Float> inner = new ArrayList<>();
      for (int i = 0; i < pieces; i++) {
        from[i] = scores.get(i);
        value[i] = values.get(i);
        slope[i] = (values.get(i + 1) - values.get(i)) / (scores.get(i + 1) - scores.get(i));
        if (i > 0) {
          inner.add(scores.get(i).floatValue());
        }
      }
      // The boundaries are float32 in the graph: next to a knot, both pieces give the same value.
      Operand<TInt32> piece = tf.bucketize(t, inner);
      Operand<TInt32> axis = tf.constant(0);
      return tf.math.add(
          tf.gather(tf.constant(value), piece, axis),
          tf.math.mul(
              tf.gather(tf.constant(slope), piece, axis),
              tf.math.sub(t, tf.gather(tf.constant(from), piece, axis))));
    }
  }
}
