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
  private long missing;
  private long missingElsewhere;

  /** Starts without cells. */
  public ColumnTotals() {}

  /**
   * Counts a missing cell.
   *
   * @param training whether it is of a training row
   */
  public void addMissing(boolean training) {
    missing += training ? 1 : 0;
    missingElsewhere += training ? 0 : 1;
  }

  /** Adds those of other rows. */
  public void add(ColumnTotals other) {
    numbers.add(other.numbers);
    texts.add(other.texts);
    missing += other.missing;
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

  /** Missing cells of all rows. */
  public long missingAnywhere() {
    return missing + missingElsewhere;
  }
}
