// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Rows of each part of a table.
 *
 * @param training rows the parameters are fitted on
 * @param validation rows that early stopping and the spread calibration look at
 * @param test rows the reported metrics are of
 * @param calibration rows that conformal intervals and recalibration are fitted on
 */
public record SplitSizes(
    @JsonProperty("train") int training, int validation, int test, int calibration) {
  /** Checks that none is negative. */
  public SplitSizes {
    if (training < 0 || validation < 0 || test < 0 || calibration < 0) {
      throw new IllegalArgumentException(
          "rows: %s, %s, %s, %s (expected: each >= 0)"
              .formatted(training, validation, test, calibration));
    }
  }
}
