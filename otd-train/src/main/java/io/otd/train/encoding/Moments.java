package io.otd.train.encoding;

/**
 * Mean and scale of numbers.
 *
 * @param mean of them
 * @param scale their standard deviation (divisor n), or 1 where they are all the same
 */
record Moments(double mean, double scale) {
  /** Of at least one number, each finite. */
  static Moments of(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    double mean = sum / values.length;
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    double sd = Math.sqrt(squares / values.length);
    // Below the first bound the spread is rounding, below the second float32 cannot divide by it.
    return new Moments(mean, sd > Math.max(1e-12 * Math.abs(mean), Float.MIN_NORMAL) ? sd : 1);
  }
}
