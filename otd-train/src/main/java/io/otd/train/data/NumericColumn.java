package io.otd.train.data;

/**
 * Numbers. The array is not copied: a table of a million rows is held once.
 *
 * @param name of the column
 * @param values in the order of the rows, finite
 */
public record NumericColumn(String name, double[] values) implements Column {
  @Override
  public int rows() {
    return values.length;
  }

  @Override
  public int bytesPerValue() {
    return Double.BYTES;
  }

  /**
   * Whether all values of some rows are the same.
   *
   * @param rows which rows
   */
  public boolean constant(int[] rows) {
    for (int row : rows) {
      if (values[row] != values[rows[0]]) {
        return false;
      }
    }
    return true;
  }
}
