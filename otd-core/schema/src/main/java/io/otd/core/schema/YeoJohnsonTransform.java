// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.text.NumberText;

/**
 * The power transform of Yeo and Johnson (Biometrika 87, 2000) of {@code u = (y - center) / unit}:
 *
 * <pre>
 *   ((1 + u)^lambda - 1) / lambda            for u at least 0; log(1 + u) for lambda = 0
 *   -((1 - u)^(2 - lambda) - 1) / (2 - lambda)   for u below 0; -log(1 - u) for lambda = 2
 * </pre>
 *
 * @implNote Centre and unit make the fit independent of the target's units: the transform itself is
 *     nearly straight where {@code |u|} is small, and a logarithm where it is large. With lambda in
 *     [0, 2] every number is the image of one, so that the network's outputs always have a way
 *     back; outside, the image ends somewhere.
 * @param lambda in [0, 2]; 1 is the identity
 * @param center in the target's units
 * @param unit in the target's units, greater than 0
 */
public record YeoJohnsonTransform(double lambda, double center, double unit)
    implements TargetTransform {
  /** Checks the ranges. */
  public YeoJohnsonTransform {
    Check.that(lambda >= 0 && lambda <= 2, "lambda", lambda, "in [0, 2]");
    if (!Double.isFinite(center) || !(unit > 0) || Double.isInfinite(unit)) {
      throw new IllegalArgumentException(
          "center: %s, unit: %s (expected: finite, unit > 0)".formatted(center, unit));
    }
  }

  @Override
  public double forward(double value) {
    double u = (value - center) / unit;
    return u < 0 ? -power(-u, 2 - lambda) : power(u, lambda);
  }

  @Override
  public double logSlope(double value) {
    double u = (value - center) / unit;
    return (lambda - 1) * Math.signum(u) * Math.log1p(Math.abs(u)) - Math.log(unit);
  }

  @Override
  public double back(double transformed) {
    double u = transformed < 0 ? -root(-transformed, 2 - lambda) : root(transformed, lambda);
    return center + unit * u;
  }

  /** {@code ((1 + u)^power - 1) / power}. */
  private static double power(double u, double power) {
    return power == 0 ? Math.log1p(u) : Math.expm1(power * Math.log1p(u)) / power;
  }

  /** The inverse of {@link #power}. */
  private static double root(double t, double power) {
    return power == 0 ? Math.expm1(t) : Math.expm1(Math.log1p(power * t) / power);
  }

  @Override
  public String description() {
    return "Yeo-Johnson of %s, lambda %s"
        .formatted(Formulas.standardized("y", center, unit), NumberText.of(lambda, 6));
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.yeoJohnson(this);
  }
}
