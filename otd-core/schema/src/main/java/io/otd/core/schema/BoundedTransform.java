// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.text.NumberText;

/**
 * A straight line away from the bounds of a target, that bends near them and never reaches them:
 *
 * <pre>
 *   back(t) = least + unit (softplus((t - least) / unit) - softplus((t - greatest) / unit))
 *   forward(y) = y + unit (log(1 - exp((least - y) / unit)) - log(1 - exp((y - greatest) / unit)))
 * </pre>
 *
 * <p>An infinite bound takes its term away. Far inside both are the identity; for a unit far above
 * the values {@code forward} is a logarithm, or for two bounds the logit. So a density on the
 * network's scale goes down to the bounds instead of being cut off at them, and no value has a
 * probability of its own.
 *
 * @param least bound, in the target's units, or minus infinity
 * @param greatest bound, above {@code least}, or infinity; one of both is finite
 * @param unit distance from a bound at which the line bends, in the target's units, greater than 0
 */
public record BoundedTransform(double least, double greatest, double unit)
    implements TargetTransform {
  /**
   * Values closer to a bound than this many units, or parts of a short range, count as so close.
   */
  public static final double CLOSEST = .01;

  /** Units from a bound beyond which the line is straight, in double precision. */
  public static final double STRAIGHT = 40;

  /** Checks the ranges. */
  public BoundedTransform {
    if (!(least < greatest) || (Double.isInfinite(least) && Double.isInfinite(greatest))) {
      throw new IllegalArgumentException(
          "least %s, greatest %s (expected: ascending, one of them finite)"
              .formatted(least, greatest));
    }
    Check.positive("unit", unit);
  }

  /**
   * {@inheritDoc} At least {@link #CLOSEST} units from a bound: a value may lie on or beyond it.
   */
  @Override
  public double forward(double value) {
    double y = inside(value);
    return y + unit * (logShare(y - least) - logShare(greatest - y));
  }

  @Override
  public double logSlope(double value) {
    double y = inside(value);
    return Math.log1p(odds(y - least) + odds(greatest - y));
  }

  @Override
  public double back(double transformed) {
    double t = transformed;
    if (t - least > STRAIGHT * unit && greatest - t > STRAIGHT * unit) {
      return t;
    }
    if (Double.isInfinite(least)) {
      return greatest - unit * softplus((greatest - t) / unit);
    }
    // Far out the difference of both would lose its digits.
    t = Math.min(t, greatest + STRAIGHT * unit);
    double above = unit * softplus((t - least) / unit);
    double beyond = Double.isInfinite(greatest) ? 0 : unit * softplus((t - greatest) / unit);
    // Rounding must not lead out of the bounds.
    return Math.max(least, Math.min(greatest, least + (above - beyond)));
  }

  private double inside(double value) {
    double closest = CLOSEST * Math.min(unit, greatest - least);
    return Math.max(least + closest, Math.min(greatest - closest, value));
  }

  /** {@code log(1 - exp(-distance / unit))}; 0 for an infinite distance. */
  private double logShare(double distance) {
    return Math.log(-Math.expm1(-distance / unit));
  }

  /** {@code 1 / (exp(distance / unit) - 1)}, how much steeper a bound makes the line. */
  private double odds(double distance) {
    return 1 / Math.expm1(distance / unit);
  }

  private static double softplus(double z) {
    return Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z)));
  }

  /** In size, the inverse exceeds the line itself by at most {@code unit log 2}. */
  @Override
  public boolean grows() {
    return false;
  }

  @Override
  public String description() {
    String low = NumberText.of(least, 6);
    String high = NumberText.of(greatest, 6);
    String near = "y, bent like a logarithm within %s of ".formatted(NumberText.of(unit, 3));
    return near
        + (Double.isInfinite(greatest)
            ? low
            : Double.isInfinite(least) ? high : "%s and of %s".formatted(low, high));
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.bounded(this);
  }
}
