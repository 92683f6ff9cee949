package io.otd.export;

import io.otd.core.metrics.EmpiricalQuantile;
import java.math.BigDecimal;
import java.util.Arrays;

/** The law of the draws of one output of one row, in double precision. */
final class EmpiricalLaw {
  private final double[] ascending;

  /** Takes draws in any order. */
  EmpiricalLaw(double[] draws) {
    ascending = draws.clone();
    Arrays.sort(ascending);
  }

  double mean() {
    return Arrays.stream(ascending).sum() / ascending.length;
  }

  /** With divisor S. */
  double std() {
    double mean = mean();
    return Math.sqrt(
        Arrays.stream(ascending).map(y -> (y - mean) * (y - mean)).sum() / ascending.length);
  }

  double quantile(BigDecimal level) {
    return new EmpiricalQuantile(level).of(ascending);
  }

  /** Share of the draws at or below a threshold. */
  double below(double threshold) {
    return (double) Arrays.stream(ascending).filter(y -> y <= threshold).count() / ascending.length;
  }
}
