package io.otd.train.data;

import io.otd.core.schema.Standardization;
import io.otd.core.schema.TableSchema;
import io.otd.train.problem.InputException;
import java.util.List;

/**
 * From a table's columns to the network's numbers: row-major float32, standardised.
 *
 * @param schema which columns
 * @param inputs scaling of the d_x inputs
 * @param targets scaling of the d_y targets
 */
public record TableScaling(TableSchema schema, Standardization inputs, Standardization targets) {
  /**
   * Fits the scaling on some rows; nothing else of the table is looked at.
   *
   * @param table holds the schema's columns
   * @param schema which columns
   * @param rows the training rows, at least 1
   */
  public static TableScaling fit(Table table, TableSchema schema, int[] rows) {
    return new TableScaling(
        schema,
        fit(columns(table, schema.inputs()), schema.inputs(), rows),
        fit(columns(table, schema.targets()), schema.targets(), rows));
  }

  private static Standardization fit(List<double[]> columns, List<String> names, int[] rows) {
    try {
      return Standardization.fitColumns(columns, rows);
    } catch (IllegalArgumentException e) {
      throw new InputException("columns " + ColumnNames.quoted(names) + ": " + e.getMessage());
    }
  }

  /**
   * Inputs of some rows as the network sees them.
   *
   * @return {@code [rows, d_x]}, row-major
   */
  public float[] standardizedInputs(Table table, int[] rows) {
    return standardized(columns(table, schema.inputs()), inputs, rows);
  }

  /**
   * Targets of some rows as the network sees them.
   *
   * @return {@code [rows, d_y]}, row-major
   */
  public float[] standardizedTargets(Table table, int[] rows) {
    return standardized(columns(table, schema.targets()), targets, rows);
  }

  /**
   * Targets of some rows in their own units.
   *
   * @return {@code [rows][d_y]}
   */
  public double[][] observed(Table table, int[] rows) {
    List<double[]> columns = columns(table, schema.targets());
    double[][] result = new double[rows.length][columns.size()];
    for (int j = 0; j < columns.size(); j++) {
      double[] column = columns.get(j);
      for (int i = 0; i < rows.length; i++) {
        result[i][j] = column[rows[i]];
      }
    }
    return result;
  }

  private static float[] standardized(List<double[]> columns, Standardization scaling, int[] rows) {
    int width = columns.size();
    if ((long) rows.length * width > Integer.MAX_VALUE - 8) {
      throw new InputException(
          "table: %d rows of %d columns (expected: at most 2^31 numbers in one part)"
              .formatted(rows.length, width));
    }
    float[] result = new float[rows.length * width];
    for (int j = 0; j < width; j++) {
      double[] column = columns.get(j);
      double mean = scaling.mean().get(j);
      double scale = scaling.scale().get(j);
      for (int i = 0; i < rows.length; i++) {
        result[i * width + j] = (float) ((column[rows[i]] - mean) / scale);
      }
    }
    return result;
  }

  private static List<double[]> columns(Table table, List<String> names) {
    return names.stream().map(n -> Numbers.of(table, n)).toList();
  }
}
