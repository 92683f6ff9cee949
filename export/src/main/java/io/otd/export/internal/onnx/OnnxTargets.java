// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.IsotonicCalibration;
import io.otd.core.internal.calibration.RankMap;
import io.otd.core.schema.QuantileTransform;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetSupport;
import io.otd.core.schema.TargetTransform;
import io.otd.core.schema.YeoJohnsonTransform;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The way of the pooled draws to the targets' units, float64: the spread about their mean, the
 * inverse transform, the recalibration.
 */
final class OnnxTargets {
  private final OnnxOps onnx;
  private final List<TargetColumn> targets;
  private final int draws;

  /**
   * The way to the units of targets.
   *
   * @param onnx the graph to add to
   * @param targets d_y of them
   * @param draws S
   */
  OnnxTargets(OnnxOps onnx, List<TargetColumn> targets, int draws) {
    this.onnx = onnx;
    this.targets = targets;
    this.draws = draws;
  }

  /**
   * Adds the way.
   *
   * @param network draws on the network's scale, {@code [B, S, d_y]}
   * @return {@code [B, S, d_y]}; NaN stays NaN
   */
  OnnxValue add(OnnxValue network, Calibration calibration) {
    OnnxValue y = OnnxDraws.spread(onnx, network, calibration.spread());
    return recalibrated(restored(y), calibration.isotonic());
  }

  private OnnxValue restored(OnnxValue y) {
    boolean linear = targets.stream().allMatch(t -> t.transform().linear());
    OnnxValue transformed =
        onnx.add(
            onnx.mul(linear ? y : bounded(y), vector(TargetColumn::scale)),
            vector(TargetColumn::mean));
    if (linear && targets.stream().allMatch(t -> t.support().everyNumber())) {
      return transformed;
    }
    List<OnnxValue> columns = new ArrayList<>();
    for (int j = 0; j < targets.size(); j++) {
      OnnxValue column = onnx.slice(transformed, 2, j, j + 1L);
      TargetColumn target = targets.get(j);
      columns.add(settled(target.transform().accept(new Inverse(onnx, column)), target.support()));
    }
    return onnx.concat(columns, 2);
  }

  private OnnxValue settled(OnnxValue y, TargetSupport support) {
    if (support.everyNumber()) {
      return y;
    }
    TargetSupport.Lattice lattice = support.lattice();
    OnnxValue nearest = y;
    if (!lattice.absent()) {
      OnnxValue unit = onnx.scalar((double) lattice.unit());
      OnnxValue per = onnx.scalar((double) lattice.per());
      OnnxValue point = onnx.floor(onnx.add(onnx.div(onnx.mul(y, per), unit), onnx.scalar(.5)));
      nearest = onnx.div(onnx.mul(point, unit), per);
    }
    OnnxValue bounded =
        onnx.max(onnx.scalar(support.least()), onnx.min(onnx.scalar(support.greatest()), nearest));
    return onnx.where(onnx.isNan(y), y, bounded);
  }

  /** A bound would hide that a draw is NaN. */
  private OnnxValue bounded(OnnxValue y) {
    OnnxValue bounded =
        onnx.max(vector(TargetColumn::lower), onnx.min(vector(TargetColumn::upper), y));
    return onnx.where(onnx.isNan(y), y, bounded);
  }

  private OnnxValue vector(ToDoubleFunction<TargetColumn> number) {
    return onnx.vector(targets.stream().mapToDouble(number).toArray());
  }

  private OnnxValue recalibrated(OnnxValue samples, IsotonicCalibration isotonic) {
    if (isotonic.absent()) {
      return samples;
    }
    List<OnnxValue> columns = new ArrayList<>();
    for (int j = 0; j < targets.size(); j++) {
      OnnxValue column = onnx.squeeze(onnx.slice(samples, 2, j, j + 1L), 2);
      RankMap map = RankMap.of(isotonic.curves().get(j), targets.get(j).support(), draws);
      columns.add(onnx.unsqueeze(moved(column, map), 2));
    }
    return onnx.concat(columns, 2);
  }

  /** The draw of rank r is moved according to the map: {@code [B, S]}. */
  private OnnxValue moved(OnnxValue y, RankMap map) {
    OnnxOps.Sorted sorted = onnx.ascending(y, 1, draws);
    int[] next = IntStream.of(map.lower()).map(r -> Math.min(r + 1, draws - 1)).toArray();
    OnnxValue from = onnx.gather(sorted.values(), onnx.places(map.lower()), 1);
    OnnxValue to = onnx.gather(sorted.values(), onnx.places(next), 1);
    OnnxValue byRank = onnx.add(from, onnx.mul(onnx.vector(map.share()), onnx.sub(to, from)));
    // The rank of each draw: the inverse of the sorting permutation.
    OnnxValue ranks = onnx.ascending(sorted.places(), 1, draws).places();
    OnnxValue moved = onnx.gatherElements(byRank, ranks, 1);
    // The order of numbers is undefined if one of them is NaN.
    OnnxValue undefined = onnx.mul(onnx.scalar(0.0), onnx.sum(y, 1));
    return onnx.add(moved, undefined);
  }

  /** The inverse of each transform. */
  private static final class Inverse implements TargetTransform.Visitor<OnnxValue> {
    private final OnnxOps onnx;
    private final OnnxValue t;

    /**
     * Transforms back.
     *
     * @param onnx the graph to add to
     * @param t what is to be transformed back, of any shape
     */
    Inverse(OnnxOps onnx, OnnxValue t) {
      this.onnx = onnx;
      this.t = t;
    }

    @Override
    public OnnxValue identity() {
      return t;
    }

    @Override
    public OnnxValue log() {
      return onnx.exp(t);
    }

    /** In double precision {@code exp - 1} is exact enough near 0. */
    @Override
    public OnnxValue log1p() {
      return onnx.sub(onnx.exp(t), onnx.scalar(1.0));
    }

    @Override
    public OnnxValue yeoJohnson(YeoJohnsonTransform transform) {
      OnnxValue zero = onnx.scalar(0.0);
      OnnxValue above = root(onnx.max(t, zero), transform.lambda());
      OnnxValue below = root(onnx.max(onnx.neg(t), zero), 2 - transform.lambda());
      OnnxValue u = onnx.where(onnx.isNan(t), t, onnx.sub(above, below));
      return onnx.add(onnx.scalar(transform.center()), onnx.mul(onnx.scalar(transform.unit()), u));
    }

    /** {@code (1 + power t)^(1 / power) - 1} for t at least 0. */
    private OnnxValue root(OnnxValue positive, double power) {
      OnnxValue one = onnx.scalar(1.0);
      OnnxValue exponent =
          power == 0
              ? positive
              : onnx.div(
                  onnx.log(onnx.add(one, onnx.mul(onnx.scalar(power), positive))),
                  onnx.scalar(power));
      return onnx.sub(onnx.exp(exponent), one);
    }

    /** The segment of the piecewise linear function at a value, and the function there. */
    @Override
    public OnnxValue quantile(QuantileTransform transform) {
      List<Double> scores = transform.scores();
      List<Double> values = transform.values();
      int pieces = scores.size() - 1;
      double[] from = new double[pieces];
      double[] value = new double[pieces];
      double[] slope = new double[pieces];
      for (int i = 0; i < pieces; i++) {
        from[i] = scores.get(i);
        value[i] = values.get(i);
        slope[i] = (values.get(i + 1) - values.get(i)) / (scores.get(i + 1) - scores.get(i));
      }
      OnnxValue piece = piece(from);
      OnnxValue start = onnx.gather(onnx.vector(value), piece, 0);
      OnnxValue rise = onnx.gather(onnx.vector(slope), piece, 0);
      OnnxValue distance = onnx.sub(t, onnx.gather(onnx.vector(from), piece, 0));
      return onnx.add(start, onnx.mul(rise, distance));
    }

    /** Number of inner points at or below a value; 0 for NaN. */
    private OnnxValue piece(double[] from) {
      OnnxValue count = onnx.mul(onnx.cast(onnx.isNan(t), OnnxGraph.Type.INTEGER), zero());
      for (int step = Integer.highestOneBit(Math.max(1, from.length - 1)); step > 0; step /= 2) {
        count = onnx.add(count, step(from, count, step));
      }
      return count;
    }

    /** Binary search: a further step where the point behind it is still at or below. */
    private OnnxValue step(double[] from, OnnxValue count, int step) {
      OnnxValue last = onnx.graph().constant(new long[] {from.length - 1});
      OnnxValue ahead = onnx.add(count, onnx.graph().constant(new long[] {step}));
      OnnxValue inside = onnx.min(ahead, last);
      OnnxValue reached =
          onnx.cast(
              onnx.lessOrEqual(onnx.gather(onnx.vector(from), inside, 0), t),
              OnnxGraph.Type.INTEGER);
      OnnxValue exists = onnx.cast(onnx.lessOrEqual(ahead, last), OnnxGraph.Type.INTEGER);
      return onnx.mul(onnx.mul(reached, exists), onnx.graph().constant(new long[] {step}));
    }

    private OnnxValue zero() {
      return onnx.graph().constant(new long[] {0});
    }
  }
}
