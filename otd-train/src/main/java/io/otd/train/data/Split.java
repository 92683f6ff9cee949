package io.otd.train.data;

import io.otd.train.problem.InputException;
import java.util.Arrays;

/**
 * Row numbers of the parts of a table, disjoint. Each part is in ascending order.
 *
 * @param train rows to learn from, at least one
 * @param validation rows for early stopping and calibration, possibly none
 * @param test rows that nothing is chosen by, possibly none
 */
public record Split(int[] train, int[] validation, int[] test) {
  /** Sorts the parts. */
  public Split {
    train = sorted(train);
    validation = sorted(validation);
    test = sorted(test);
    if (train.length == 0) {
      throw new InputException(
          "split: no training row left of %d rows (expected: at least 1)"
              .formatted(validation.length + test.length));
    }
  }

  private static int[] sorted(int[] rows) {
    int[] copy = rows.clone();
    Arrays.sort(copy);
    return copy;
  }

  /** {@code "742 training, 82 validation, 206 test rows"}. */
  @Override
  public String toString() {
    return "%d training, %d validation, %d test rows"
        .formatted(train.length, validation.length, test.length);
  }
}
