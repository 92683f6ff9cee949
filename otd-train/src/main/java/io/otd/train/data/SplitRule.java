package io.otd.train.data;

import io.otd.train.problem.InputException;
import java.util.Arrays;
import java.util.stream.IntStream;

/** How the rows of a table are split. The same rule and number of rows give the same split. */
public sealed interface SplitRule {
  /** Streams of a seed. */
  int TEST_STREAM = 1;

  /** The stream that validation rows are taken by. */
  int VALIDATION_STREAM = 2;

  /**
   * Splits rows.
   *
   * @param rows n
   * @throws InputException if there are too few rows
   */
  Split split(int rows);

  /**
   * Random parts. A part of fraction f of m rows has {@code round(f m)} rows, but at least one
   * where f is above 0.
   *
   * @param testFraction of all rows, in [0, 1)
   * @param validationFraction of the rows that are not test rows, in [0, 1)
   * @param seed of the random order
   */
  record Holdout(double testFraction, double validationFraction, long seed) implements SplitRule {
    /** Checks the fractions. */
    public Holdout {
      requireFraction("test fraction", testFraction);
      requireFraction("validation fraction", validationFraction);
    }

    @Override
    public Split split(int rows) {
      int[] order = new Shuffle(seed, TEST_STREAM).order(rows);
      int test = part(testFraction, rows);
      return withValidation(
          Arrays.copyOfRange(order, 0, test),
          Arrays.copyOfRange(order, test, rows),
          validationFraction,
          seed);
    }
  }

  /**
   * One fold of given ones is the test part; validation rows are taken from the others at random.
   *
   * @param folds number of the fold of each row
   * @param fold the test fold
   * @param validationFraction of the rows of the other folds, in [0, 1)
   * @param seed of the choice of validation rows
   */
  record GivenFolds(int[] folds, int fold, double validationFraction, long seed)
      implements SplitRule {
    /** Checks the fraction. */
    public GivenFolds {
      folds = folds.clone();
      requireFraction("validation fraction", validationFraction);
    }

    @Override
    public Split split(int rows) {
      if (folds.length != rows) {
        throw new InputException(
            "folds: %d rows (expected: %d, as many as the data)".formatted(folds.length, rows));
      }
      int[] test = IntStream.range(0, rows).filter(i -> folds[i] == fold).toArray();
      if (test.length == 0) {
        throw new InputException(
            "fold: %d (expected: one of %s)"
                .formatted(
                    fold, Arrays.toString(Arrays.stream(folds).distinct().sorted().toArray())));
      }
      int[] others = IntStream.range(0, rows).filter(i -> folds[i] != fold).toArray();
      return withValidation(test, others, validationFraction, seed);
    }
  }

  private static Split withValidation(int[] test, int[] others, double fraction, long seed) {
    int[] order = others.clone();
    Arrays.sort(order); // the choice shall not depend on how the others came about
    new Shuffle(seed, VALIDATION_STREAM).shuffle(order);
    int validation = part(fraction, order.length);
    return new Split(
        Arrays.copyOfRange(order, validation, order.length),
        Arrays.copyOfRange(order, 0, validation),
        test);
  }

  private static int part(double fraction, int rows) {
    return fraction == 0 ? 0 : Math.min(rows, (int) Math.max(1, Math.round(fraction * rows)));
  }

  private static void requireFraction(String name, double value) {
    if (!(value >= 0 && value < 1)) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: at least 0, below 1)");
    }
  }
}
