package io.otd.train.data;

import java.util.HashMap;
import java.util.Map;

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

  /** In order of first appearance. */
  @Override
  public int[] codes() {
    Map<Double, Integer> known = new HashMap<>();
    int[] codes = new int[values.length];
    for (int row = 0; row < codes.length; row++) {
      double value = values[row] + 0.0; // -0 and 0 are the same number
      codes[row] = Double.isNaN(value) ? -1 : known.computeIfAbsent(value, v -> known.size());
    }
    return codes;
  }
}
