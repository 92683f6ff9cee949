// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.density;

import io.otd.core.internal.array.Means;
import io.otd.core.internal.check.Check;

/** Width of the kernels of a {@link GaussianKde}. */
public sealed interface Bandwidth permits Bandwidth.Fixed, Bandwidth.Scott {
  /**
   * The bandwidth for K draws.
   *
   * @param draws {@code [K]}, at least one, finite
   * @return above 0, in the draws' units
   */
  double of(double[] draws);

  /**
   * Scott's rule times a factor, not below {@link Scott#FLOOR}.
   *
   * @param factor above 0
   */
  static Bandwidth scott(double factor) {
    return new Scott(factor, Scott.FLOOR);
  }

  /**
   * The same for any draws.
   *
   * @param width above 0, in the draws' units
   */
  record Fixed(double width) implements Bandwidth {
    /** Checks the range. */
    public Fixed {
      Check.positive("bandwidth", width);
    }

    @Override
    public double of(double[] draws) {
      return width;
    }
  }

  /**
   * {@code max(factor * K^(-1/5) * sd, floor)}, sd with divisor K - 1 (Scott 1992; paper,
   * "UCI/OpenML Protocol": a Gaussian kernel density estimator, its hyperparameters chosen on
   * validation rows).
   *
   * @implNote The paper does not treat draws without spread, whose density would be infinite or
   *     zero: the floor bounds it. One draw has the floor for its bandwidth.
   * @param factor above 0
   * @param floor above 0, in the draws' units
   */
  record Scott(double factor, double floor) implements Bandwidth {
    /** The default floor, for draws of a standardised target: a thousandth of its deviation. */
    public static final double FLOOR = 1e-3;

    /** Checks the ranges. */
    public Scott {
      Check.positive("bandwidth factor", factor);
      Check.positive("bandwidth floor", floor);
    }

    @Override
    public double of(double[] draws) {
      if (draws.length == 1) {
        return floor;
      }
      double mean = Means.of(draws);
      double squares = 0;
      for (double y : draws) {
        squares += (y - mean) * (y - mean);
      }
      double deviation = Math.sqrt(squares / (draws.length - 1));
      return Math.max(factor * Math.pow(draws.length, -.2) * deviation, floor);
    }
  }
}
