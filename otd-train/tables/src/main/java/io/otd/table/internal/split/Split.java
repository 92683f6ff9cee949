// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.split;

import io.otd.core.internal.check.Check;
import io.otd.table.problem.InputException;
import java.util.Arrays;

/**
 * Row numbers of the parts of a table, disjoint. Each part is in ascending order.
 *
 * @param train training rows, at least one
 * @param validation rows for early stopping and calibration of the spread, possibly none
 * @param test rows that nothing is chosen by, possibly none
 * @param calibration rows for conformal intervals and recalibration, possibly none
 */
public record Split(int[] train, int[] validation, int[] test, int[] calibration) {
  /** Sorts the parts. */
  public Split {
    train = sorted(train);
    validation = sorted(validation);
    test = sorted(test);
    calibration = sorted(calibration);
    if (train.length == 0) {
      throw new InputException(
          "split: no training row left of %s rows (expected: at least 1)"
              .formatted(validation.length + test.length + calibration.length));
    }
  }

  /** Without a calibration part. */
  public Split(int[] train, int[] validation, int[] test) {
    this(train, validation, test, new int[0]);
  }

  /**
   * The same with some of the training rows for calibration instead, at random; no group is
   * divided.
   *
   * @param groups rows that stay together
   * @param fraction of the training rows, inside (0, 1); at least one row is selected
   * @throws InputException if no training row is left
   */
  public Split withCalibration(RowGroups groups, double fraction, long seed) {
    Check.that(fraction > 0 && fraction < 1, "calibration fraction", fraction, "inside (0, 1)");
    GroupChoice.Parts parts =
        new GroupChoice(groups, train).take(fraction, new Shuffle(seed, Shuffle.CALIBRATION));
    return new Split(parts.left(), validation, test, parts.taken());
  }

  /**
   * The same with no more rows of each part that is predicted; others are in no part.
   *
   * @param most maximum number of rows of the validation, the test and the calibration part each
   */
  public Split withAtMost(int most, long seed) {
    return new Split(
        train,
        Subset.of(validation, most, seed),
        Subset.of(test, most, seed),
        Subset.of(calibration, most, seed));
  }

  private static int[] sorted(int[] rows) {
    int[] copy = rows.clone();
    Arrays.sort(copy);
    return copy;
  }
}
