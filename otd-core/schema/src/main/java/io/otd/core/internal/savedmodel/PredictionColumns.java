// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.savedmodel;

import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.CoverageLevels;

/** Names of the numbers of a prediction where they are columns, besides those of the outputs. */
public final class PredictionColumns {
  private PredictionColumns() {}

  /**
   * A quantile: {@code q0.05}.
   *
   * @param probability inside (0, 1)
   */
  public static String quantile(double probability) {
    return "q" + CoverageLevels.text(probability);
  }

  /**
   * The probability of being at or below a threshold: {@code below_40}.
   *
   * @param threshold finite
   */
  public static String below(double threshold) {
    return "below_" + NumberText.exact(threshold);
  }

  /**
   * The lower end of a conformal interval: {@code lower_0.9}.
   *
   * @param level inside (0, 1)
   */
  public static String lower(double level) {
    return "lower_" + CoverageLevels.text(level);
  }

  /**
   * The upper end of a conformal interval: {@code upper_0.9}.
   *
   * @param level inside (0, 1)
   */
  public static String upper(double level) {
    return "upper_" + CoverageLevels.text(level);
  }
}
