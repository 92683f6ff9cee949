package io.otd.train.experiment.diagnostics;

import java.util.Objects;

/**
 * Counts of values in bins of equal width; a value on an inner edge belongs to the bin above, the
 * last edge to the last bin. Immutable.
 */
public final class Histogram {
  private final double from;
  private final double to;
  private final long[] counts;
  private final long outside;
  private final long total;

  private Histogram(double from, double to, long[] counts, long outside, long total) {
    this.from = from;
    this.to = to;
    this.counts = counts;
    this.outside = outside;
    this.total = total;
  }

  /**
   * Counts values.
   *
   * @param values at least one, finite
   * @param from first edge, finite
   * @param to last edge, above the first, finite
   * @param bins at least 1
   * @throws IllegalArgumentException if a range is wrong or a value is not finite
   */
  public static Histogram of(double[] values, double from, double to, int bins) {
    if (values.length == 0 || !(from < to) || !Double.isFinite(to - from) || bins < 1) {
      throw new IllegalArgumentException(
          "histogram: %d values in %d bins from %s to %s (expected: >= 1, >= 1, ascending, finite)"
              .formatted(values.length, bins, from, to));
    }
    long[] counts = new long[bins];
    long outside = 0;
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("histogram value: " + value + " (expected: finite)");
      }
      if (value < from || value > to) {
        outside++;
      } else {
        counts[bin(value, from, to, bins)]++;
      }
    }
    return new Histogram(from, to, counts, outside, values.length);
  }

  /** Number of bins. */
  public int bins() {
    return counts.length;
  }

  /** Width of a bin, in the values' units. */
  public double binWidth() {
    return (to - from) / counts.length;
  }

  /** Edge i of bins + 1, in the values' units. */
  public double edge(int i) {
    return edge(Objects.checkIndex(i, counts.length + 1), from, to, counts.length);
  }

  /** Values in a bin. */
  public long count(int bin) {
    return counts[Objects.checkIndex(bin, counts.length)];
  }

  /** Values outside the edges. */
  public long outside() {
    return outside;
  }

  /** Share of all values in a bin, those outside counted among all. */
  public double share(int bin) {
    return (double) count(bin) / total;
  }

  /** Share over the width of the bin: the density per unit of the values. */
  public double density(int bin) {
    return share(bin) / binWidth();
  }

  private static int bin(double value, double from, double to, int bins) {
    int guess = Math.min((int) ((value - from) / (to - from) * bins), bins - 1);
    // Division may land a value beside the edge it lies on.
    if (value < edge(guess, from, to, bins)) {
      return guess - 1;
    }
    return guess + 1 < bins && value >= edge(guess + 1, from, to, bins) ? guess + 1 : guess;
  }

  private static double edge(int i, double from, double to, int bins) {
    return i == bins ? to : from + i * (to - from) / bins;
  }
}
