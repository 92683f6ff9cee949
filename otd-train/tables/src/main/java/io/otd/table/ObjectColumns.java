// SPDX-License-Identifier: Apache-2.0
package io.otd.table;

import io.otd.core.internal.cell.Blanks;
import io.otd.core.internal.cell.CellNumber;
import io.otd.core.internal.text.NumberText;
import io.otd.table.internal.cell.WholeNumber;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.math.BigInteger;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Columns of Java objects, filled row by row. Messages count rows from 1. */
final class ObjectColumns {
  private final Map<String, List<@Nullable Object>> cells = new LinkedHashMap<>();
  private int rows;

  private ObjectColumns() {}

  static ObjectColumns ofArrays(List<String> names, double[][] rows) {
    ObjectColumns columns = new ObjectColumns();
    names.forEach(columns::column);
    for (double[] row : rows) {
      if (row.length != names.size()) {
        throw new InputException(
            "row %s: %s (expected: %s, one a column)"
                .formatted(
                    columns.rows + 1, NumberText.counted(row.length, "value"), names.size()));
      }
      for (int j = 0; j < row.length; j++) {
        columns.put(names.get(j), row[j]);
      }
      columns.endRow();
    }
    return columns;
  }

  static ObjectColumns ofMaps(List<? extends Map<String, ?>> rows) {
    ObjectColumns columns = new ObjectColumns();
    for (Map<String, ?> row : rows) {
      row.keySet().forEach(name -> columns.put(name, row.get(name)));
      columns.endRow();
    }
    return columns;
  }

  static ObjectColumns ofRecords(List<? extends Record> rows) {
    ObjectColumns columns = new ObjectColumns();
    for (Record row : rows) {
      Class<?> type = rows.get(0).getClass();
      if (row.getClass() != type) {
        throw new InputException(
            "row %s: a %s (expected: a %s, as the first row)"
                .formatted(columns.rows + 1, row.getClass().getSimpleName(), type.getSimpleName()));
      }
      Arrays.stream(type.getRecordComponents())
          .forEach(component -> columns.put(component.getName(), value(component, row)));
      columns.endRow();
    }
    return columns;
  }

  private static @Nullable Object value(RecordComponent component, Record row) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(row);
    } catch (InvocationTargetException | IllegalAccessException e) {
      throw new IllegalArgumentException(
          "record component " + component.getName() + " cannot be read", e);
    }
  }

  private List<@Nullable Object> column(String name) {
    return cells.computeIfAbsent(name, key -> new ArrayList<>());
  }

  private void put(String name, @Nullable Object value) {
    List<@Nullable Object> column = column(name);
    while (column.size() < rows) {
      column.add(null);
    }
    column.add(cell(name, value));
  }

  private void endRow() {
    rows++;
  }

  /** A number, a whole one that a double does not hold, a text, or null for a missing cell. */
  private @Nullable Object cell(String name, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    if (value instanceof Optional<?> optional) {
      return cell(name, optional.orElse(null));
    }
    if (value instanceof Number number) {
      Double rounded = number(name, number.doubleValue());
      return rounded != null
              && WholeNumber.isWide(rounded)
              && value.toString().indexOf('.') < 0
              && WholeNumber.isRounded(value.toString(), rounded)
          ? new BigInteger(value.toString())
          : rounded;
    }
    if (value instanceof CharSequence
        || value instanceof Boolean
        || value instanceof Character
        || value instanceof TemporalAccessor
        || value instanceof Enum<?>) {
      String text = Blanks.strip(value.toString());
      return text.isEmpty() ? null : text;
    }
    throw bad(
        rows, name, "a " + value.getClass().getName(), "a number, text, boolean, enum or time");
  }

  private @Nullable Double number(String name, double value) {
    if (Math.abs(value) > Float.MAX_VALUE) {
      throw bad(rows, name, Double.toString(value), "a number of magnitude at most 3.4e38");
    }
    return Double.isNaN(value) ? null : Double.valueOf(value);
  }

  private static InputException bad(int row, String name, String cell, String expected) {
    return new InputException(
        "row %s, column %s: %s (expected: %s)".formatted(row + 1, Quoted.of(name), cell, expected));
  }

  Table table() {
    if (rows == 0) {
      throw new InputException("table: no rows (expected: at least 1)");
    }
    List<Column> columns = new ArrayList<>();
    for (Map.Entry<String, List<@Nullable Object>> entry : cells.entrySet()) {
      columns.add(column(entry.getKey(), entry.getValue()));
    }
    return new Table(columns);
  }

  /** Numbers, or texts if some are texts or are whole numbers that a double does not hold. */
  private Column column(String name, List<@Nullable Object> values) {
    while (values.size() < rows) {
      values.add(null);
    }
    boolean whole = values.stream().allMatch(v -> !(v instanceof Double d) || d == Math.rint(d));
    boolean texts =
        values.stream().anyMatch(v -> v instanceof String || (whole && v instanceof BigInteger));
    return texts
        ? TextColumn.of(name, values.stream().map(ObjectColumns::text).toList())
        : new NumericColumn(name, values.stream().mapToDouble(ObjectColumns::number).toArray());
  }

  private static double number(@Nullable Object cell) {
    return cell instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  private static String text(@Nullable Object cell) {
    if (cell instanceof Double number) {
      return WholeNumber.isWide(number) ? WholeNumber.text(number) : CellNumber.of(number);
    }
    return cell == null ? "" : cell.toString();
  }
}
