// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal.estimator;

import java.io.Serializable;

/**
 * The use of a row, determined by its key: a hash of its cells, of which 53 bits give a position in
 * [0, 1). The first positions are held out, those after them are used for training.
 *
 * @param validation end of the places of validation rows
 * @param calibration end of the places of calibration rows
 * @param sample end of the places of training rows of the sample
 */
record RowRule(double validation, double calibration, double sample) implements Serializable {
  /** Rows of each part that is predicted; about half a per cent of a score. */
  private static final double MOST_HELD = 50_000;

  /** Number of training rows whose order statistics approximate those of all rows. */
  private static final double MOST_SAMPLED = 100_000;

  /** Bits of a hash that are not part of a position. */
  static final int UNUSED_BITS = 11;

  /** The number of a position. */
  static final double UNIT = 0x1p-53;

  /** The use of a row. */
  enum Part {
    VALIDATION,
    CALIBRATION,
    SAMPLE,
    TRAINING
  }

  /**
   * The rule of a table.
   *
   * @param rows how many there are, at least 1
   * @param validation requested share of validation rows
   * @param calibration requested share of calibration rows
   */
  static RowRule of(long rows, double validation, double calibration) {
    double most = MOST_HELD / rows;
    double first = Math.min(validation, most);
    double second = first + Math.min(calibration, most);
    return new RowRule(
        first, second, second + (1 - second) * Math.min(1, MOST_SAMPLED / rows / (1 - second)));
  }

  Part part(long key) {
    double place = (key >>> UNUSED_BITS) * UNIT;
    if (place < validation) {
      return Part.VALIDATION;
    }
    if (place < calibration) {
      return Part.CALIBRATION;
    }
    return place < sample ? Part.SAMPLE : Part.TRAINING;
  }

  /**
   * End of the positions of training rows.
   *
   * @param share of the training rows
   */
  double end(double share) {
    return share >= 1 ? 1 : calibration + (1 - calibration) * share;
  }
}
