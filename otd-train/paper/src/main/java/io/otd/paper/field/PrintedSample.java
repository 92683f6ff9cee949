// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.field;

import io.otd.paper.printed.PrintedNumbers;
import java.util.List;

/**
 * A field as the paper's tables per sample print it.
 *
 * @param field its number
 * @param means of errors, dispersions, scores, errors of the mean and standard deviations
 * @param ranks correlations over its points, as in {@link FieldErrors.Pair}
 */
record PrintedSample(int field, List<Double> means, List<Double> ranks) {
  /** All of them, by number. */
  static List<PrintedSample> all() {
    return List.of(PrintedNumbers.read(PrintedSample.class, "samples.json", PrintedSample[].class));
  }
}
