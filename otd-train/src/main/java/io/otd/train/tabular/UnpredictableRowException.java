package io.otd.train.tabular;

import io.otd.train.data.NumericColumn;
import io.otd.train.data.Table;
import io.otd.train.data.TableScaling;

/** A row so far from the training rows that its prediction is no finite number. */
public final class UnpredictableRowException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private UnpredictableRowException(String message) {
    super(message);
  }

  /**
   * Names the row, and the input that lies farthest out.
   *
   * @param table the row is of
   * @param scaling of its columns
   * @param row number in the table, from 0
   */
  public static UnpredictableRowException of(Table table, TableScaling scaling, int row) {
    float[] x = scaling.standardizedInputs(table, new int[] {row});
    int farthest = 0;
    for (int j = 1; j < x.length; j++) {
      farthest = Math.abs(x[j]) > Math.abs(x[farthest]) ? j : farthest;
    }
    boolean named =
        x.length == scaling.schema().inputs().size()
            && table.column(scaling.schema().inputs().get(farthest)) instanceof NumericColumn;
    if (!named) {
      return of(row);
    }
    String name = scaling.schema().inputs().get(farthest);
    return new UnpredictableRowException(
        "row %d: the prediction is not finite; \"%s\" is %s, %s standard deviations from the mean"
                .formatted(row + 1, name, value(table, name, row), x[farthest])
            + " of the training rows (expected: inputs near those)");
  }

  private static String value(Table table, String name, int row) {
    return table.column(name) instanceof NumericColumn column
        ? String.valueOf(column.values()[row])
        : "?";
  }

  /**
   * Names the row.
   *
   * @param row number in the table, from 0
   */
  public static UnpredictableRowException of(int row) {
    return new UnpredictableRowException(
        "row %d: the prediction is not finite (expected: inputs near those of the training rows)"
            .formatted(row + 1));
  }
}
