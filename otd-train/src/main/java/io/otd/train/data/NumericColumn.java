package io.otd.train.data;

import java.util.Optional;

/**
 * Numbers. The array is not copied: a table of a million rows is held once.
 *
 * @param name of the column
 * @param values in the order of the rows: finite, or NaN where the cell is missing
 */
public record NumericColumn(String name, double[] values) implements Column {
  @Override
  public int rows() {
    return values.length;
  }

  @Override
  public boolean missing(int row) {
    return Double.isNaN(values[row]);
  }

  @Override
  public double[] numbers() {
    return values;
  }

  @Override
  public boolean constant(int[] rows) {
    double first = values[rows[0]];
    for (int row : rows) {
      // Both missing: NaN differs from itself.
      if (values[row] != first && !(missing(row) && Double.isNaN(first))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public ColumnSummary summary() {
    return ColumnSummary.of(this);
  }

  @Override
  public Optional<String> note() {
    return Optional.empty();
  }

  @Override
  public int bytesPerValue() {
    return Double.BYTES;
  }
}
