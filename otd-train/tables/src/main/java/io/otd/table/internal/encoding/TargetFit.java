// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Moments;
import io.otd.core.schema.BoundedTransform;
import io.otd.core.schema.IdentityTransform;
import io.otd.core.schema.Log1pTransform;
import io.otd.core.schema.LogTransform;
import io.otd.core.schema.QuantileTransform;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetSupport;
import io.otd.core.schema.TargetTransform;
import io.otd.core.schema.YeoJohnsonTransform;
import io.otd.table.problem.InputException;
import io.otd.table.settings.ColumnSettings.Transform;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Fits the transform and the scale of a target on the values of training rows.
 *
 * @param name of the column
 * @param weights how much each row counts in the mean and the standard deviation
 */
record TargetFit(String name, RowWeights weights) {
  /** Order statistics that stand for more values than these. */
  private static final int MAX_VALUES = 10_000;

  private static final int MAX_POINTS = 101;
  private static final int POWERS = 200;

  /** Interquartile range of the standard normal law. */
  private static final double NORMAL_RANGE = 1.3489795003921634;

  /**
   * Fits.
   *
   * @param values of the training rows, finite, at least one
   * @param kind of the transform, not {@link Transform#AUTO}
   * @throws InputException if the transform is not defined for a value
   */
  TargetColumn fit(double[] values, Transform kind) {
    double[] ascending = values.clone();
    Arrays.sort(ascending);
    return fit(values, ascending, transform(ascending, kind));
  }

  /**
   * Fits a straight line that bends near bounds.
   *
   * @param values of the training rows, finite, not all equal
   * @param bounds of the target, at least one finite
   * @param share of the distance of the median from the nearer bound at which the line bends
   */
  TargetColumn fit(double[] values, TargetSupport bounds, double share) {
    double[] ascending = values.clone();
    Arrays.sort(ascending);
    double median = Quantiles.at(ascending, 0.5);
    double distance = Math.min(median - bounds.least(), bounds.greatest() - median);
    double length = ascending[ascending.length - 1] - ascending[0];
    double unit = share * (distance > 0 ? distance : length);
    return fit(values, ascending, new BoundedTransform(bounds.least(), bounds.greatest(), unit));
  }

  private TargetColumn fit(double[] values, double[] ascending, TargetTransform transform) {
    double[] transformed = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      transformed[i] = forward(transform, values[i]);
    }
    Moments moments = Moments.of(transformed, weights.of());
    if (!transform.grows()) {
      return TargetColumn.scaled(name, moments.mean(), moments.scale()).with(transform);
    }
    double least = standardized(transform, moments, ascending[0]);
    double greatest = standardized(transform, moments, ascending[ascending.length - 1]);
    double margin = TargetColumn.MARGIN * (greatest - least);
    double floor = transform.floor(ascending[0]);
    double lower = least - margin;
    return new TargetColumn(
        name,
        transform,
        moments.mean(),
        moments.scale(),
        Double.isFinite(floor) ? Math.max(lower, standardized(transform, moments, floor)) : lower,
        greatest + margin);
  }

  private static double standardized(TargetTransform transform, Moments moments, double value) {
    return (transform.forward(value) - moments.mean()) / moments.scale();
  }

  private double forward(TargetTransform transform, double value) {
    try {
      return transform.forward(value);
    } catch (IllegalArgumentException e) {
      throw new InputException("target \"" + name + "\": " + e.getMessage());
    }
  }

  private TargetTransform transform(double[] ascending, Transform kind) {
    if (ascending[0] == ascending[ascending.length - 1]) {
      return new IdentityTransform();
    }
    return switch (kind) {
      case NONE -> new IdentityTransform();
      case LOG -> new LogTransform();
      case LOG1P -> new Log1pTransform();
      case YEO_JOHNSON -> yeoJohnson(ascending);
      case QUANTILE -> quantile(ascending);
      case AUTO -> throw new IllegalArgumentException("auto (expected: a transform)");
    };
  }

  /**
   * Centre and unit from the quartiles, which a long tail does not move; the power of the greatest
   * likelihood among 0, 0.01, ... 2: that of a normal law of the transformed values, with the
   * Jacobian (Yeo and Johnson 2000, equation 3.1).
   */
  private static TargetTransform yeoJohnson(double[] ascending) {
    double[] values = Quantiles.thinned(ascending, MAX_VALUES);
    double range = Quantiles.at(ascending, 0.75) - Quantiles.at(ascending, 0.25);
    double unit = range > 0 ? range / NORMAL_RANGE : Moments.of(ascending).scale();
    double center = Quantiles.at(ascending, 0.5);
    double jacobian = 0;
    for (double value : values) {
      double u = (value - center) / unit;
      jacobian += Math.signum(u) * Math.log1p(Math.abs(u));
    }
    YeoJohnsonTransform best = new YeoJohnsonTransform(1, center, unit);
    double bestLikelihood = Double.NEGATIVE_INFINITY;
    for (int i = 0; i <= POWERS; i++) {
      YeoJohnsonTransform transform = new YeoJohnsonTransform(2.0 * i / POWERS, center, unit);
      double sd = Moments.of(Arrays.stream(values).map(transform::forward).toArray()).scale();
      double likelihood = -values.length * Math.log(sd) + (transform.lambda() - 1) * jacobian;
      if (likelihood > bestLikelihood) {
        best = transform;
        bestLikelihood = likelihood;
      }
    }
    return best;
  }

  /**
   * Points at evenly spaced normal scores, from that of the smallest to that of the largest value;
   * where several have the same value, one point at the mean of their scores.
   */
  private static TargetTransform quantile(double[] ascending) {
    NormalDistribution normal = NormalDistribution.of(0, 1);
    int n = ascending.length;
    int points = Math.min(n, MAX_POINTS);
    double end = normal.inverseSurvivalProbability(0.5 / n);
    List<Double> values = new ArrayList<>();
    List<Double> scores = new ArrayList<>();
    double sum = 0;
    int same = 0;
    for (int i = 0; i < points; i++) {
      double score = -end + 2 * end * i / (points - 1);
      double value = Quantiles.at(ascending, normal.cumulativeProbability(score));
      if (!values.isEmpty() && value <= values.get(values.size() - 1)) {
        same++;
        sum += score;
        scores.set(scores.size() - 1, sum / same);
      } else {
        values.add(value);
        scores.add(score);
        same = 1;
        sum = score;
      }
    }
    return new QuantileTransform(values, scores);
  }
}
