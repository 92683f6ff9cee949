// SPDX-License-Identifier: Apache-2.0
package io.otd.app.synthetic;

import io.otd.core.internal.check.Check;
import io.otd.table.problem.InputException;
import io.otd.table.read.NumberRows;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * A CSV table made by a formula: columns {@code x1, x2, ...} uniform on [0, 1] and the target
 * {@code y}, all with six decimals. The law is conditional on the numbers as written, apart from
 * the rounding of y. One row is in memory at a time.
 *
 * @param formula the law of the target
 * @param inputs number of input columns, at least {@link Formula#LEAST_INPUTS}
 */
public record SyntheticTable(Formula formula, int inputs) {
  /** The column to predict. */
  public static final String TARGET = "y";

  private static final int UNIT = 1_000_000;
  private static final int DECIMALS = 6;
  private static final int ROWS_A_REPORT = 1 << 14;

  /** Checks the number. */
  public SyntheticTable {
    Check.that(
        inputs >= Formula.LEAST_INPUTS, "inputs", inputs, "at least %s", Formula.LEAST_INPUTS);
  }

  /** The names of the columns, the target last. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    IntStream.rangeClosed(1, inputs).forEach(j -> names.add("x" + j));
    names.add(TARGET);
    return names;
  }

  /**
   * Writes rows.
   *
   * @param out receives the bytes; buffered here, not closed
   * @param rows how many, at least 1
   * @param random makes them
   * @param progress receives the number of written rows at intervals
   * @param stop called at intervals; true ends the work
   * @return the scores of the exact law on these rows; nothing if it was stopped
   * @throws IOException if they cannot be written
   */
  public Optional<ExactScores> write(
      OutputStream out,
      long rows,
      RandomGenerator random,
      LongConsumer progress,
      BooleanSupplier stop)
      throws IOException {
    ExactScores.Sum sum = new ExactScores.Sum(formula);
    out.write((String.join(",", names()) + "\n").getBytes(StandardCharsets.UTF_8));
    Line line = new Line();
    double[] x = new double[inputs];
    for (long row = 0; row < rows; row++) {
      for (int j = 0; j < inputs; j++) {
        long millionths = random.nextInt(UNIT + 1);
        x[j] = (double) millionths / UNIT;
        line.add(millionths, ',');
      }
      long millionths = Math.round(formula.law(x).sample(random) * UNIT);
      line.add(millionths, '\n');
      sum.add(x, (double) millionths / UNIT);
      line.writeTo(out);
      if (row % ROWS_A_REPORT == 0) {
        progress.accept(row);
        if (stop.getAsBoolean()) {
          return Optional.empty();
        }
      }
    }
    progress.accept(rows);
    return Optional.of(sum.scores());
  }

  /**
   * Scores the exact law on a table that was made by the formula, or some of its rows.
   *
   * @param table CSV, with columns {@code x1} to {@code x7} and {@code y} at least, in any order
   * @param formula by which it was made
   * @throws InputException if a column is missing, a cell is not a number, or an input is outside
   *     [0, 1]
   */
  public static ExactScores score(Path table, Formula formula) {
    ExactScores.Sum sum = new ExactScores.Sum(formula);
    try (NumberRows rows = NumberRows.open(table)) {
      int[] columns = columns(table, rows.first());
      for (Optional<double[]> row = rows.next(columns); row.isPresent(); row = rows.next(columns)) {
        double[] values = row.get();
        for (int j = 0; j < Formula.LEAST_INPUTS; j++) {
          if (!(values[j] >= 0 && values[j] <= 1)) {
            throw new InputException(
                "%s, row %s: x%s is %s (expected: from 0 to 1)"
                    .formatted(table, sum.rows() + 1, j + 1, values[j]));
          }
        }
        sum.add(values, values[Formula.LEAST_INPUTS]);
      }
    }
    if (sum.rows() == 0) {
      throw new InputException(table + ": no rows (expected: at least one)");
    }
    return sum.scores();
  }

  /** Places of the inputs that matter, and of the target. */
  private static int[] columns(Path table, List<String> header) {
    int[] columns = new int[Formula.LEAST_INPUTS + 1];
    for (int j = 0; j < columns.length; j++) {
      String name = j < Formula.LEAST_INPUTS ? "x" + (j + 1) : TARGET;
      columns[j] = header.indexOf(name);
      if (columns[j] < 0) {
        throw new InputException(
            "%s: no column %s (expected: a table made by otd data synthetic)"
                .formatted(table, name));
      }
    }
    return columns;
  }

  /** A line of numbers with six decimals. */
  private static final class Line {
    private byte[] bytes = new byte[1024];
    private int length;

    /** Adds a number of millionths and the text after it. */
    void add(long millionths, char after) {
      if (length + 32 > bytes.length) {
        bytes = java.util.Arrays.copyOf(bytes, 2 * bytes.length);
      }
      long left = Math.abs(millionths);
      if (millionths < 0) {
        bytes[length++] = '-';
      }
      String whole = Long.toString(left / UNIT);
      for (int i = 0; i < whole.length(); i++) {
        bytes[length++] = (byte) whole.charAt(i);
      }
      bytes[length++] = '.';
      long part = left % UNIT;
      for (int i = DECIMALS - 1; i >= 0; i--) {
        bytes[length + i] = (byte) ('0' + part % 10);
        part /= 10;
      }
      length += DECIMALS;
      bytes[length++] = (byte) after;
    }

    void writeTo(OutputStream out) throws IOException {
      out.write(bytes, 0, length);
      length = 0;
    }
  }
}
