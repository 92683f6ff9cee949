package io.otd.train;

/**
 * An interval that a value is predicted in, in the target's units.
 *
 * @param lower end; minus infinity if there is none
 * @param upper end; infinity if there is none
 */
public record Interval(double lower, double upper) {
  /** Whether a value lies in it; the ends do. */
  public boolean contains(double value) {
    return lower <= value && value <= upper;
  }

  /** From end to end. */
  public double width() {
    return upper - lower;
  }
}
