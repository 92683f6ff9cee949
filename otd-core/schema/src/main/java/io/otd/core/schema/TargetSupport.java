// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import io.otd.core.internal.text.NumberText;

/**
 * The possible values of a target: bounds that are attained (no claims, 100 %, the ceiling of a
 * sensor) and a lattice on which its values lie. Draws outside go to the nearest bound and so give
 * it a probability, as in a censored law (Tobin 1958); then to the nearest point of the lattice.
 *
 * @param least value, or minus infinity
 * @param greatest value, above {@code least}, or infinity
 * @param lattice of the values; {@link Lattice#NONE} if there is none
 */
public record TargetSupport(double least, double greatest, Lattice lattice) {
  /** Every real number. */
  public static final TargetSupport REAL =
      new TargetSupport(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Lattice.NONE);

  /** Checks the order. */
  public TargetSupport {
    if (!(least < greatest)
        || least == Double.POSITIVE_INFINITY
        || greatest == Double.NEGATIVE_INFINITY) {
      throw new IllegalArgumentException(
          "support: from %s to %s (expected: ascending)".formatted(least, greatest));
    }
  }

  /** Between bounds, without a lattice. */
  public static TargetSupport between(double least, double greatest) {
    return new TargetSupport(least, greatest, Lattice.NONE);
  }

  /** The same with another lattice. */
  public TargetSupport with(Lattice other) {
    return new TargetSupport(least, greatest, other);
  }

  /** Whether every real number is possible. */
  public boolean everyNumber() {
    return !bounded() && lattice.absent();
  }

  /** Whether there is a bound. */
  public boolean bounded() {
    return Double.isFinite(least) || Double.isFinite(greatest);
  }

  /**
   * The possible value that stands for a number.
   *
   * @param value in the target's units; NaN gives NaN
   */
  public double settle(double value) {
    return within(lattice.nearest(value));
  }

  /**
   * A number, or the bound that it lies beyond.
   *
   * @param value in the target's units; NaN gives NaN
   */
  public double within(double value) {
    return Math.max(least, Math.min(greatest, value));
  }

  /**
   * The possible value that a number of single precision was rounded from. In single precision a
   * tenth is above a tenth: compared as they are, draws at a bound or on a lattice would not equal
   * the values that they stand for.
   *
   * @param settled possible but for the rounding
   */
  public double exact(float settled) {
    if (settled == (float) least) {
      return least;
    }
    return settled == (float) greatest ? greatest : settle(settled);
  }

  /** In words, for people. */
  public String description() {
    if (everyNumber()) {
      return "all numbers";
    }
    String range =
        !bounded()
            ? "all numbers"
            : !Double.isFinite(greatest)
                ? "from " + NumberText.of(least, 6)
                : Double.isFinite(least)
                    ? "from %s to %s".formatted(NumberText.of(least, 6), NumberText.of(greatest, 6))
                    : "up to " + NumberText.of(greatest, 6);
    return lattice.absent() ? range : range + " in steps of " + NumberText.of(lattice.step(), 6);
  }

  /**
   * The integer multiples of {@code unit / per}. A fraction of integers, so that 953 thousandths
   * equal the number of the text 0.953 to the last digit.
   *
   * @param unit at least 0; 0 for no lattice
   * @param per at least 1
   */
  public record Lattice(int unit, int per) {
    /** No lattice. */
    public static final Lattice NONE = new Lattice(0, 1);

    /** Checks the ranges. */
    public Lattice {
      if (unit < 0 || per < 1) {
        throw new IllegalArgumentException(
            "lattice: %s / %s (expected: at least 0, at least 1)".formatted(unit, per));
      }
    }

    /** Whether there is none. */
    public boolean absent() {
      return unit == 0;
    }

    /** The distance of two points; 0 if there is no lattice. */
    public double step() {
      return (double) unit / per;
    }

    /** The nearest point; in a tie, the greater one; the value itself if there is no lattice. */
    double nearest(double value) {
      return absent() ? value : Math.floor(value * per / unit + .5) * unit / per;
    }
  }
}
