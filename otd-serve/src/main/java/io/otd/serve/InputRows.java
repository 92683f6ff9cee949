package io.otd.serve;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A caller's rows as one row-major array, checked. */
final class InputRows {
  private final List<String> columns;
  private final Map<String, Integer> places = new LinkedHashMap<>();

  InputRows(List<String> columns) {
    this.columns = columns;
    for (int j = 0; j < columns.size(); j++) {
      places.put(columns.get(j), j);
    }
  }

  /** Rows of one array each. */
  float[] of(float[][] rows) {
    int width = columns.size();
    float[] values = new float[Math.multiplyExact(rows.length, width)];
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != width) {
        throw new IllegalArgumentException(
            "row %d: %d values (expected: %d, for %s)"
                .formatted(i, rows[i].length, width, columns));
      }
      System.arraycopy(rows[i], 0, values, i * width, width);
    }
    return finite(values);
  }

  /** Rows one after another; the array is copied. */
  float[] of(float[] values, int rows) {
    if (rows < 0 || values.length != (long) rows * columns.size()) {
      throw new IllegalArgumentException(
          "values: %d (expected: %d rows of %d, for %s)"
              .formatted(values.length, rows, columns.size(), columns));
    }
    return finite(values.clone());
  }

  /** Rows by column name. */
  float[] of(List<? extends Map<String, ? extends Number>> rows) {
    int width = columns.size();
    float[] values = new float[Math.multiplyExact(rows.size(), width)];
    for (int i = 0; i < rows.size(); i++) {
      Map<String, ? extends Number> row = rows.get(i);
      for (String name : row.keySet()) {
        if (!places.containsKey(name)) {
          throw new IllegalArgumentException(
              "row %d: unknown column \"%s\" (expected: %s)".formatted(i, name, columns));
        }
      }
      for (int j = 0; j < width; j++) {
        Number value = row.get(columns.get(j));
        if (value == null) {
          throw new IllegalArgumentException(
              "row %d: column \"%s\" is missing".formatted(i, columns.get(j)));
        }
        values[i * width + j] = value.floatValue();
      }
    }
    return finite(values);
  }

  private float[] finite(float[] values) {
    for (int i = 0; i < values.length; i++) {
      if (!Float.isFinite(values[i])) {
        throw new IllegalArgumentException(
            "row %d: column \"%s\": %s (expected: a finite float)"
                .formatted(i / columns.size(), columns.get(i % columns.size()), values[i]));
      }
    }
    return values;
  }
}
