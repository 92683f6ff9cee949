// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.internal.cell.NumberWithUnit;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TextInput;
import io.otd.table.Numbers;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * From a table's columns to the network's numbers: row-major float32.
 *
 * @param schema how the columns are encoded
 */
public record TableEncoding(TableSchema schema) {
  /** Rows of a table in a file that are encoded at a time. */
  private static final int PART = 1 << 14;

  /** One part of a row-major array. */
  private record Block(float[] values, int width) {}

  /**
   * Inputs of some rows as the network sees them.
   *
   * @param table holds the input columns
   * @return {@code [rows, d_x]}, row-major
   * @throws InputException if a cell is missing if none may be, or a cell is a text where a number
   *     or yes or no is expected, with column and position
   */
  public float[] inputs(Table table, int[] rows) {
    Block block = block(rows.length, schema.width());
    if (table.stored()) {
      forEachPart(table, rows, (part, own, from) -> fill(part, own, block, from));
    } else {
      fill(table, rows, block, 0);
    }
    return block.values();
  }

  /** Encodes rows to the places of a block from one of its rows on. */
  private void fill(Table table, int[] rows, Block block, int from) {
    int at = from * block.width();
    for (InputColumn column : schema.inputs()) {
      int first = at;
      at +=
          column.match(
              number -> fill(number, table, rows, block, first),
              text -> fill(text, table, rows, block, first));
    }
  }

  /** Extracts some rows of a table as a separate table. */
  private interface Part {
    void accept(Table part, int[] rows, int from);
  }

  /** Rows of a table in a file, in batches that fit well into memory. */
  private static void forEachPart(Table table, int[] rows, Part to) {
    for (int from = 0; from < rows.length; from += PART) {
      int[] some = Arrays.copyOfRange(rows, from, Math.min(rows.length, from + PART));
      to.accept(table.at(some), IntStream.range(0, some.length).toArray(), from);
    }
  }

  /** Checks the units of those targets that a table has. */
  public void requireTargetUnits(Table table) {
    schema.targets().stream()
        .filter(target -> table.has(target.name()))
        .forEach(target -> requireUnit(table, target.name(), target.unit()));
  }

  private static void requireUnit(Table table, String column, String unit) {
    String found = table.column(column).unit();
    if (!found.isEmpty() && !found.equals(unit)) {
      throw new InputException(
          "column %s: numbers in %s (expected: %s)"
              .formatted(Quoted.of(column), found, NumberWithUnit.expected(unit)));
    }
  }

  private static int fill(NumericInput column, Table table, int[] rows, Block block, int first) {
    requireUnit(table, column.name(), column.unit());
    double[] values = table.numbers(column.name());
    IntFunction<Optional<InputException>> refusal = refusal(column, table);
    for (int i = 0; i < rows.length; i++) {
      throwIfAny(refusal.apply(rows[i]));
      column.encode(values[rows[i]], block.values(), i * block.width() + first);
    }
    return column.width();
  }

  private static int fill(TextInput column, Table table, int[] rows, Block block, int first) {
    TextColumn texts = table.column(column.name()).texts();
    List<String> dictionary = new ArrayList<>(texts.dictionary());
    dictionary.add(TextInput.MISSING);
    float[][] codes = new float[dictionary.size()][column.width()];
    for (int i = 0; i < codes.length; i++) {
      column.encode(dictionary.get(i), codes[i], 0);
    }
    IntFunction<Optional<InputException>> refusal = refusal(column, table);
    for (int i = 0; i < rows.length; i++) {
      int code = texts.missing(rows[i]) ? codes.length - 1 : texts.codes()[rows[i]];
      throwIfAny(refusal.apply(rows[i]));
      System.arraycopy(codes[code], 0, block.values(), i * block.width() + first, column.width());
    }
    return column.width();
  }

  private static void throwIfAny(Optional<InputException> refusal) {
    if (refusal.isPresent()) {
      throw refusal.get();
    }
  }

  /** The reason why a row's number cannot be encoded, if it cannot. */
  private static IntFunction<Optional<InputException>> refusal(NumericInput column, Table table) {
    double[] values = table.numbers(column.name());
    String expected = "a number; no cell was missing in training";
    return row ->
        Double.isNaN(values[row]) && !column.mayBeMissing()
            ? Optional.of(bad(table.place(row), column, "missing", expected))
            : Optional.empty();
  }

  /** The reason why a row's text cannot be encoded, if it cannot. */
  private static IntFunction<Optional<InputException>> refusal(TextInput column, Table table) {
    TextColumn texts = table.column(column.name()).texts();
    boolean[] accepted = new boolean[texts.dictionary().size()];
    for (int code = 0; code < accepted.length; code++) {
      accepted[code] = column.accepts(texts.dictionary().get(code));
    }
    return row -> {
      boolean missing = texts.missing(row);
      if (missing ? column.accepts(TextInput.MISSING) : accepted[texts.codes()[row]]) {
        return Optional.empty();
      }
      String cell = missing ? "missing" : "\"" + texts.text(row) + "\"";
      return Optional.of(
          bad(table.place(row), column, cell, column.expected(missing ? "" : texts.text(row))));
    };
  }

  private static InputException bad(
      String place, InputColumn column, String cell, String expected) {
    return new InputException(
        "%s, column \"%s\": %s (expected: %s)".formatted(place, column.name(), cell, expected));
  }

  /**
   * The problems that prevent rows from being encoded, by row; the first one of each.
   *
   * @param table holds the input columns
   */
  public Map<Integer, String> refusals(Table table) {
    Map<Integer, String> refusals = new TreeMap<>();
    for (InputColumn input : schema.inputs()) {
      IntFunction<Optional<InputException>> ofRow =
          input.match(number -> refusal(number, table), text -> refusal(text, table));
      for (int row = 0; row < table.rows(); row++) {
        int at = row;
        ofRow.apply(row).ifPresent(e -> refusals.putIfAbsent(at, e.getMessage()));
      }
    }
    return refusals;
  }

  /**
   * Checks that some rows can be encoded.
   *
   * @throws InputException as {@link #inputs} does
   */
  public void require(Table table, int[] rows) {
    inputs(table, rows);
  }

  /**
   * Targets of some rows as the network sees them.
   *
   * @param table holds the target columns
   * @return {@code [rows, d_y]}, row-major
   * @throws InputException if a target is missing, or its transform is not defined for it, with
   *     column and place
   */
  public float[] targets(Table table, int[] rows) {
    int width = schema.targets().size();
    Block block = block(rows.length, width);
    double[][] observed = observed(table, rows);
    for (int j = 0; j < width; j++) {
      TargetColumn column = schema.targets().get(j);
      for (int i = 0; i < rows.length; i++) {
        try {
          block.values()[i * width + j] = (float) column.forward(observed[i][j]);
        } catch (IllegalArgumentException e) {
          throw new InputException(
              "%s, target \"%s\": %s"
                  .formatted(table.place(rows[i]), column.name(), e.getMessage()));
        }
      }
    }
    return block.values();
  }

  /**
   * Targets of some rows in their own units.
   *
   * @param table holds the target columns
   * @return {@code [rows][d_y]}
   * @throws InputException if a target is missing, with column and place
   */
  public double[][] observed(Table table, int[] rows) {
    List<TargetColumn> targets = schema.targets();
    double[][] result = new double[rows.length][targets.size()];
    if (table.stored()) {
      forEachPart(table, rows, (part, own, from) -> observe(part, own, result, from));
    } else {
      observe(table, rows, result, 0);
    }
    return result;
  }

  private void observe(Table table, int[] rows, double[][] result, int from) {
    for (int j = 0; j < schema.targets().size(); j++) {
      TargetColumn target = schema.targets().get(j);
      requireUnit(table, target.name(), target.unit());
      double[] column = Numbers.of(table, target.name(), rows);
      for (int i = 0; i < rows.length; i++) {
        result[from + i][j] = column[rows[i]];
      }
    }
  }

  private static Block block(int rows, int width) {
    if ((long) rows * width > Integer.MAX_VALUE - 8) {
      throw new InputException(
          "table: %s rows of %s numbers (expected: at most 2^31 numbers in one part)"
              .formatted(rows, width));
    }
    return new Block(new float[rows * width], width);
  }
}
