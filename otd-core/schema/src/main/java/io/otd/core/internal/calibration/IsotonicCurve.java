// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.internal.weight.RowWeights;
import java.util.ArrayList;
import java.util.List;

/**
 * A rising function from (0, 0) to (1, 1) on straight lines between knots.
 *
 * @param predicted of each knot, strictly ascending inside (0, 1)
 * @param observed of each knot, strictly ascending inside (0, 1)
 */
public record IsotonicCurve(List<Double> predicted, List<Double> observed) {
  /** More knots than this would add only noise. */
  static final int MAX_KNOTS = 255;

  /** Checks the order. */
  public IsotonicCurve {
    predicted = List.copyOf(predicted);
    observed = List.copyOf(observed);
    if (predicted.size() != observed.size() || predicted.isEmpty()) {
      throw new IllegalArgumentException(
          "isotonic curve: %s and %s coordinates (expected: as many, at least 1)"
              .formatted(predicted.size(), observed.size()));
    }
    requireAscending("predicted", predicted);
    requireAscending("observed", observed);
  }

  private static void requireAscending(String name, List<Double> values) {
    double last = 0;
    for (double value : values) {
      if (!(value > last && value < 1)) {
        throw new IllegalArgumentException(
            "isotonic curve, %s: %s after %s (expected: ascending inside (0, 1))"
                .formatted(name, value, last));
      }
      last = value;
    }
  }

  /**
   * The isotonic regression of the observed share of transforms at or below each transform on that
   * transform, by pooling adjacent violators (Barlow et al. 1972).
   *
   * @implNote The shares are {@code i / (n + 1)}, the mean of the i-th smallest of n uniform
   *     values, so that calibrated transforms give the diagonal in the mean. They rise with the
   *     transforms; the only violators are equal transforms, which share the mean of their shares.
   *     If there are more than 255 knots, evenly spaced ones are kept.
   * @param transforms {@code [n]}, inside (0, 1), n at least 1
   * @param weights how much each row counts; a new row counts as much as the mean of them
   * @throws IllegalArgumentException if one is out of range
   */
  public static IsotonicCurve fit(double[] transforms, RowWeights weights) {
    int[] order = RowWeights.ascending(transforms);
    double one = weights.sum() / weights.rows();
    List<Double> predicted = new ArrayList<>();
    List<Double> observed = new ArrayList<>();
    double below = 0;
    int from = 0;
    while (from < order.length) {
      int to = from;
      double atMost = below;
      while (to < order.length && transforms[order[to]] == transforms[order[from]]) {
        atMost += weights.at(order[to++]);
      }
      predicted.add(transforms[order[from]]);
      observed.add((below + one + atMost) / 2.0 / (weights.sum() + one));
      below = atMost;
      from = to;
    }
    return new IsotonicCurve(thinned(predicted), thinned(observed));
  }

  private static List<Double> thinned(List<Double> values) {
    int n = values.size();
    if (n <= MAX_KNOTS) {
      return values;
    }
    List<Double> result = new ArrayList<>();
    for (int i = 0; i < MAX_KNOTS; i++) {
      result.add(values.get((int) ((long) i * (n - 1) / (MAX_KNOTS - 1))));
    }
    return result;
  }

  /**
   * R.
   *
   * @param probability predicted, in [0, 1]
   * @return in [0, 1]
   */
  public double at(double probability) {
    return line(predicted, observed, probability);
  }

  /**
   * The inverse of R.
   *
   * @param share observed, in [0, 1]
   * @return in [0, 1]
   */
  public double inverse(double share) {
    return line(observed, predicted, share);
  }

  private static double line(List<Double> xs, List<Double> ys, double x) {
    int next = 0;
    while (next < xs.size() && xs.get(next) < x) {
      next++;
    }
    double x0 = next == 0 ? 0 : xs.get(next - 1);
    double y0 = next == 0 ? 0 : ys.get(next - 1);
    double x1 = next == xs.size() ? 1 : xs.get(next);
    double y1 = next == xs.size() ? 1 : ys.get(next);
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0);
  }
}
