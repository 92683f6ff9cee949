// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import io.otd.core.internal.text.NumberText;
import java.util.Optional;

/**
 * How one target goes to the network's scale and back:
 *
 * <pre>
 *   forward:  (transform(y) - mean) / scale
 *   back:     settle(transform^-1(mean + scale * counted(v)))
 * </pre>
 *
 * <p>where {@code settle} takes what no value can be to the nearest that can ({@link
 * TargetSupport}).
 *
 * <p>The way back is bounded where it grows faster than a straight line. A network extrapolates,
 * and so do its draws: undoing a logarithm makes an error of a few standard deviations a factor of
 * thousands, and a single such draw spoils the mean of them all. So an output counts as at most the
 * training range on the network's scale plus {@link #MARGIN} times its length on either side. Other
 * targets have bounds by what held-out rows show, if there are any. An output beyond them is not
 * cut off, which would give the bound a probability of its own: it counts as the closer to them,
 * the farther out it is, and never as {@link #bend} or more beyond them.
 *
 * @param name of the column
 * @param transform of its values
 * @param mean of the transformed training rows
 * @param scale of the transformed training rows, greater than 0; 1 for a constant target
 * @param lower least output of the network that counts as it is, on the network's scale
 * @param upper greatest output that does, above {@code lower}; both infinite for no bounds, if the
 *     way back does not grow faster
 * @param support the values that the target can take
 * @param unit in which the texts of the training table were written, as that of a {@link
 *     NumericInput}; empty for none
 */
public record TargetColumn(
    String name,
    TargetTransform transform,
    double mean,
    double scale,
    double lower,
    double upper,
    TargetSupport support,
    String unit) {
  /** Distance beyond the training range to which outputs are clipped, in lengths of this range. */
  public static final double MARGIN = 0.1;

  /** Of the range between the bounds: how far beyond them outputs can count. */
  private static final double BEND = 0.1;

  private static final double COARSE = 1e-3;

  /** Checks the ranges. */
  public TargetColumn {
    if (!Double.isFinite(mean) || !(scale > 0) || Double.isInfinite(scale)) {
      throw new IllegalArgumentException(
          "target \"%s\": mean %s, scale %s (expected: finite, scale > 0)"
              .formatted(name, mean, scale));
    }
    boolean bounded = Double.isFinite(lower) && Double.isFinite(upper);
    boolean free = lower == Double.NEGATIVE_INFINITY && upper == Double.POSITIVE_INFINITY;
    if (!(lower < upper) || !(bounded || (free && !transform.grows()))) {
      throw new IllegalArgumentException(
          "target \"%s\": bounds %s and %s (expected: in order, finite unless y is not transformed)"
              .formatted(name, lower, upper));
    }
  }

  /** A target that can take every value. */
  public TargetColumn(
      String name,
      TargetTransform transform,
      double mean,
      double scale,
      double lower,
      double upper) {
    this(name, transform, mean, scale, lower, upper, TargetSupport.REAL);
  }

  /** A target without a unit. */
  public TargetColumn(
      String name,
      TargetTransform transform,
      double mean,
      double scale,
      double lower,
      double upper,
      TargetSupport support) {
    this(name, transform, mean, scale, lower, upper, support, "");
  }

  /** The same with other possible values. */
  public TargetColumn with(TargetSupport other) {
    return new TargetColumn(name, transform, mean, scale, lower, upper, other, unit);
  }

  /** The same in a unit. */
  public TargetColumn in(String other) {
    return new TargetColumn(name, transform, mean, scale, lower, upper, support, other);
  }

  /** The same with another transform. */
  public TargetColumn with(TargetTransform other) {
    return new TargetColumn(name, other, mean, scale, lower, upper, support, unit);
  }

  /**
   * The same with bounds of its tails. Outputs bend where they leave so much room to the limit.
   *
   * @param least of the training rows, on the network's scale
   * @param greatest of the training rows, on the network's scale, at least {@code least}
   * @param farthest limit beyond both, greater than 0; a tenth of the range counts as well
   */
  public TargetColumn withTails(double least, double greatest, double farthest) {
    double straight = Math.max(0, (farthest - BEND * (greatest - least)) / (1 + 2 * BEND));
    return new TargetColumn(
        name, transform, mean, scale, least - straight, greatest + straight, support, unit);
  }

  /** Whether an output may lie outside of the bounds. */
  public boolean clipped() {
    return Double.isFinite(lower) || Double.isFinite(upper);
  }

  /**
   * How far beyond the bounds outputs can count, on the network's scale; 0 if they are cut off
   * there, or have no bounds.
   */
  public double bend() {
    return clipped() && !transform.grows() ? BEND * (upper - lower) : 0;
  }

  /** The values that the target can take: also those between the bounds that it approaches. */
  public TargetSupport possible() {
    return new TargetSupport(
        Math.max(Math.max(support.least(), transform.least()), floor()),
        Math.min(support.greatest(), transform.greatest()),
        support.lattice());
  }

  /** 0 if no prediction is below, because no training row was ({@link TargetTransform#floor}). */
  private double floor() {
    double rounding = Math.ulp((float) Math.abs(restore(0)));
    return transform.grows() && restore(lower) >= -rounding ? 0 : Double.NEGATIVE_INFINITY;
  }

  /** The unchanged target: mean 0, scale 1, no bounds. */
  public static TargetColumn plain(String name) {
    return scaled(name, 0, 1);
  }

  /** A target that is only scaled, without bounds. */
  public static TargetColumn scaled(String name, double mean, double scale) {
    return new TargetColumn(
        name,
        new IdentityTransform(),
        mean,
        scale,
        Double.NEGATIVE_INFINITY,
        Double.POSITIVE_INFINITY);
  }

  /**
   * A transformed value in the target's units on the network's scale.
   *
   * @throws IllegalArgumentException if the transform is not defined there
   */
  public double forward(double value) {
    return (transform.forward(value) - mean) / scale;
  }

  /** Whether {@link #forward} is defined for a value in the target's units. */
  public boolean defined(double value) {
    return transform.defined(value);
  }

  /**
   * The logarithm of the derivative of {@link #forward}: how many units of the network's scale a
   * unit of the target is worth there. Bounds do not count.
   *
   * @param value in the target's units, inside the domain
   */
  public double logSlope(double value) {
    return transform.logSlope(value) - Math.log(scale);
  }

  /** A value of the network in the target's units; NaN gives NaN. */
  public double back(double output) {
    return support.settle(continuous(output));
  }

  private double continuous(double output) {
    return restore(counted(output));
  }

  private double counted(double output) {
    double inside = Math.max(lower, Math.min(upper, output));
    double bend = bend();
    if (bend == 0) {
      return inside;
    }
    double below = Math.max(lower - output, 0);
    double above = Math.max(output - upper, 0);
    return inside + bend / (1 + below / bend) - bend / (1 + above / bend);
  }

  /**
   * The value that {@link #forward} takes to an output, also where no prediction can lie: bounds do
   * not count, and nothing is rounded.
   */
  public double restore(double output) {
    return transform.back(mean + scale * output);
  }

  /**
   * The effective output of the network: that of the value to which it is transformed {@link
   * #back}.
   */
  public double settled(double output) {
    return support.everyNumber() || Double.isNaN(output) ? output : forward(back(output));
  }

  /**
   * The change in the target's units per unit of the network's scale near a value: half the
   * difference of the values one unit above and one below.
   *
   * @param value in the target's units, as returned by {@link #back}
   */
  public double unit(double value) {
    double output = forward(value);
    return (continuous(output + 1) - continuous(output - 1)) / 2;
  }

  /** Whether float32 cannot tell apart values that differ by a thousandth of the usual spread. */
  public boolean coarse() {
    double typical = continuous(0);
    double spread = Math.abs(unit(typical));
    return spread > 0 && Math.ulp((float) typical) > COARSE * spread;
  }

  /** What a user should know if float32 is too {@link #coarse} for the values. */
  public Optional<String> coarseness() {
    double typical = continuous(0);
    return coarse()
        ? Optional.of(
            "target \"%s\": values near %s in steps of %s, which is what float32 holds; the standard deviation is %s"
                .formatted(
                    name,
                    NumberText.of(typical, 6),
                    NumberText.of(Math.ulp((float) typical), 6),
                    NumberText.of(Math.abs(unit(typical)), 6)))
        : Optional.empty();
  }

  /** The way there and its bounds in words, for people. */
  public String description() {
    String values =
        (possible().everyNumber() ? "" : "; values " + possible().description())
            + (unit.isEmpty() ? "" : "; in " + unit);
    if (!clipped()) {
      return scaled() + values;
    }
    double least = back(Double.NEGATIVE_INFINITY);
    double most = back(Double.POSITIVE_INFINITY);
    return "%s; predictions within [%s, %s]%s"
        .formatted(scaled(), beside(least, most), beside(most, least), values);
  }

  /** A bound in words: 0 if it is negligible beside the other, as that of a bent scale at 0 is. */
  private static String beside(double bound, double other) {
    return NumberText.of(Math.abs(bound) < 1e-9 * Math.abs(other) ? 0 : bound, 6);
  }

  private String scaled() {
    return transform.linear()
        ? Formulas.standardized(transform.description(), mean, scale)
        : "t = %s; %s".formatted(transform.description(), Formulas.standardized("t", mean, scale));
  }
}
