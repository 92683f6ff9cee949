// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import io.otd.core.internal.text.NumberText;
import java.util.List;

/**
 * The piecewise linear function through points (value, normal score), so that the training rows
 * become normally distributed. Beyond the first and the last point it continues linearly with the
 * same slope.
 *
 * @param values in the target's units, finite, increasing, at least two
 * @param scores quantiles of the standard normal law, finite, increasing, as many
 */
public record QuantileTransform(List<Double> values, List<Double> scores)
    implements TargetTransform {
  /** Checks sizes and orders. */
  public QuantileTransform {
    values = List.copyOf(values);
    scores = List.copyOf(scores);
    if (values.size() < 2 || values.size() != scores.size()) {
      throw new IllegalArgumentException(
          "quantile transform: %s values, %s scores (expected: as many, at least 2)"
              .formatted(values.size(), scores.size()));
    }
    requireIncreasing("values", values);
    requireIncreasing("scores", scores);
  }

  private static void requireIncreasing(String name, List<Double> points) {
    for (int i = 0; i < points.size(); i++) {
      if (!Double.isFinite(points.get(i)) || (i > 0 && !(points.get(i - 1) < points.get(i)))) {
        throw new IllegalArgumentException(
            "quantile transform: %s[%s] is %s (expected: finite, increasing)"
                .formatted(name, i, points.get(i)));
      }
    }
  }

  @Override
  public double forward(double value) {
    return line(values, scores, value);
  }

  @Override
  public double logSlope(double value) {
    return Math.log(slope(values, scores, piece(values, value)));
  }

  @Override
  public double back(double transformed) {
    return line(scores, values, transformed);
  }

  private static double line(List<Double> from, List<Double> to, double x) {
    int piece = piece(from, x);
    return to.get(piece) + slope(from, to, piece) * (x - from.get(piece));
  }

  private static double slope(List<Double> from, List<Double> to, int piece) {
    return (to.get(piece + 1) - to.get(piece)) / (from.get(piece + 1) - from.get(piece));
  }

  /** The last point at or below a value, but the last of all. */
  private static int piece(List<Double> points, double x) {
    int low = 0;
    int high = points.size() - 1;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (x >= points.get(middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public String description() {
    return "normal scores of y, %s points from %s to %s"
        .formatted(
            values.size(),
            NumberText.of(values.get(0), 6),
            NumberText.of(values.get(values.size() - 1), 6));
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.quantile(this);
  }
}
