// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.totals;

import java.io.Serializable;

/**
 * The totals of a column: of the present cells of the training rows, and the numbers of missing
 * ones there and elsewhere.
 */
public final class ColumnTotals implements Serializable {
  private static final long serialVersionUID = 1;

  private final NumberTotals numbers = new NumberTotals();
  private final TextTotals texts = new TextTotals();
  private final ExactSum missingWeight = new ExactSum();
  private long missing;
  private long missingElsewhere;

  /** Starts without cells. */
  public ColumnTotals() {}

  /**
   * Counts a missing cell.
   *
   * @param training whether it is of a training row
   * @param weight how much the row counts
   */
  public void addMissing(boolean training, double weight) {
    if (training) {
      missing++;
      missingWeight.add(weight);
    }
    missingElsewhere += training ? 0 : 1;
  }

  /** Adds those of other rows. */
  public void add(ColumnTotals other) {
    numbers.add(other.numbers);
    texts.add(other.texts);
    missing += other.missing;
    missingWeight.add(other.missingWeight);
    missingElsewhere += other.missingElsewhere;
  }

  /** The numbers of the training rows; of a column of texts none. */
  public NumberTotals numbers() {
    return numbers;
  }

  /** The texts of the training rows; of a column of numbers none. */
  public TextTotals texts() {
    return texts;
  }

  /** Missing cells of the training rows. */
  public long missing() {
    return missing;
  }

  /** The sum of the weights of the training rows whose cell is missing. */
  public double missingWeight() {
    return missingWeight.value().doubleValue();
  }

  /** Missing cells of all rows. */
  public long missingAnywhere() {
    return missing + missingElsewhere;
  }
}
