// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import io.otd.core.internal.text.NumberText;
import java.util.Arrays;

/**
 * Mean and standard deviation of a measure over runs.
 *
 * @param mean over the runs
 * @param sd with divisor one less than the runs; 0 for one run
 */
public record Spread(double mean, double sd) {
  /** Both in one text: {@code 26.67 \u00b1 0.58}. */
  public String text() {
    return NumberText.withSpread(mean, sd);
  }

  /** Whether another mean is as good as this one, up to both deviations. */
  public boolean near(Spread other) {
    return Math.abs(mean - other.mean) <= Math.hypot(sd, other.sd);
  }

  /** Of at least one value. */
  public static Spread of(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return new Spread(mean, values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0);
  }
}
