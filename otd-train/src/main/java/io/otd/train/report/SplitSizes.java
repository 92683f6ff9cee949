package io.otd.train.report;

/**
 * Rows of each part of a table.
 *
 * @param training rows the parameters are fitted on
 * @param validation rows that early stopping and the spread calibration look at
 * @param test rows the reported metrics are of
 */
public record SplitSizes(int training, int validation, int test) {
  /** Checks that none is negative. */
  public SplitSizes {
    if (training < 0 || validation < 0 || test < 0) {
      throw new IllegalArgumentException(
          "rows: %d, %d, %d (expected: each >= 0)".formatted(training, validation, test));
    }
  }
}
