// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.split;

import io.otd.core.internal.check.Check;
import io.otd.table.problem.InputException;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How the rows of a table are split. The same rule and groups of rows give the same split,
 * independent of the model. No group is divided, neither between training and test rows nor between
 * training and validation rows.
 */
public sealed interface SplitRule {
  /**
   * Splits some rows of a table. Fractions are of these rows.
   *
   * @param groups of all rows of the table; the rows of one stay together
   * @param rows which are split, ascending; the others are in no part
   * @throws InputException if there are too few rows
   */
  Split split(RowGroups groups, int[] rows);

  /**
   * Splits all rows of a table.
   *
   * @param groups rows that stay together
   * @throws InputException if there are too few rows
   */
  default Split split(RowGroups groups) {
    return split(groups, IntStream.range(0, groups.rows()).toArray());
  }

  /**
   * Splits rows of which each is a separate group.
   *
   * @param rows n
   * @throws InputException if there are too few rows
   */
  default Split split(int rows) {
    return split(RowGroups.single(rows));
  }

  /**
   * Random parts. A part of fraction f of m rows has {@code round(f m)} rows, but at least one if f
   * is above 0; if groups are larger than one row, as close to that as groups in a random order
   * allow.
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
    public Split split(RowGroups groups, int[] rows) {
      GroupChoice choice = new GroupChoice(groups, rows);
      GroupChoice.Parts parts = choice.take(testFraction, new Shuffle(seed, Shuffle.TEST));
      return withValidation(groups, parts.taken(), parts.left(), validationFraction, seed);
    }
  }

  /**
   * The last rows are the test part, the last of the others the validation part: for rows in the
   * order of time, which are to be predicted from earlier ones. Sizes are those of {@link Holdout}.
   *
   * @param testFraction of all rows, in [0, 1)
   * @param validationFraction of the rows that are not test rows, in [0, 1)
   */
  record Chronological(double testFraction, double validationFraction) implements SplitRule {
    /** Checks the fractions. */
    public Chronological {
      requireFraction("test fraction", testFraction);
      requireFraction("validation fraction", validationFraction);
    }

    @Override
    public Split split(RowGroups groups, int[] rows) {
      if (groups.count() != groups.rows()) {
        throw new InputException(
            "a chronological split divides groups (expected: no groups, or a random split)");
      }
      int learned = rows.length - GroupChoice.rows(testFraction, rows.length);
      int train = learned - GroupChoice.rows(validationFraction, learned);
      return new Split(
          Arrays.copyOfRange(rows, 0, train),
          Arrays.copyOfRange(rows, train, learned),
          Arrays.copyOfRange(rows, learned, rows.length));
    }
  }

  /**
   * One fold is the test part; validation rows are selected from the others at random.
   *
   * @param folds number of the fold of each row
   * @param fold the test fold
   * @param validationFraction of the rows of the other folds, in [0, 1)
   * @param seed of the choice of validation rows
   */
  record OneFold(int[] folds, int fold, double validationFraction, long seed) implements SplitRule {
    /** Checks the fraction. */
    public OneFold {
      requireFraction("validation fraction", validationFraction);
    }

    @Override
    public Split split(RowGroups groups, int[] rows) {
      if (folds.length != groups.rows()) {
        throw new InputException(
            "folds: %s rows (expected: %s, as many as the data)"
                .formatted(folds.length, groups.rows()));
      }
      int[] test = Arrays.stream(rows).filter(row -> folds[row] == fold).toArray();
      if (test.length == 0) {
        throw new InputException(
            "fold: %s (expected: one of %s)"
                .formatted(
                    fold,
                    Arrays.toString(
                        Arrays.stream(rows).map(row -> folds[row]).distinct().sorted().toArray())));
      }
      requireWholeGroups(groups);
      int[] others = Arrays.stream(rows).filter(row -> folds[row] != fold).toArray();
      return withValidation(groups, test, others, validationFraction, seed);
    }

    private void requireWholeGroups(RowGroups groups) {
      int[] first = new int[groups.count()];
      Arrays.fill(first, -1);
      for (int row = 0; row < folds.length; row++) {
        int group = groups.of()[row];
        if (first[group] < 0) {
          first[group] = row;
        } else if (folds[first[group]] != folds[row]) {
          throw new InputException(
              "folds: rows %s and %s are of one group, but in folds %s and %s (expected: a group in"
                      .formatted(first[group] + 1, row + 1, folds[first[group]], folds[row])
                  + " one fold)");
        }
      }
    }
  }

  private static Split withValidation(
      RowGroups groups, int[] test, int[] others, double fraction, long seed) {
    GroupChoice.Parts parts =
        new GroupChoice(groups, others).take(fraction, new Shuffle(seed, Shuffle.VALIDATION));
    return new Split(parts.left(), parts.taken(), test);
  }

  private static void requireFraction(String name, double value) {
    Check.that(value >= 0 && value < 1, name, value, "at least 0, below 1");
  }
}
