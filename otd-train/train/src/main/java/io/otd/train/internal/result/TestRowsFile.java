// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.otd.core.internal.cell.CellNumber;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.text.NumberText;
import io.otd.core.internal.weight.RowWeights;
import io.otd.table.Numbers;
import io.otd.table.Table;
import io.otd.table.format.CellSeparator;
import io.otd.table.format.DecimalMark;
import io.otd.table.format.HeaderRule;
import io.otd.table.format.TableFormat;
import io.otd.table.format.TextEncoding;
import io.otd.table.problem.InputException;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.TableReader;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Test rows as a table: {@code row} (its number in the data, from 1), {@code draws}, {@code
 * energy_score}, and for each target {@code observed}, {@code mean}, {@code std}, {@code below} and
 * {@code at_most}; of several targets the names begin with the target's and a colon. Rows that do
 * not count the same have a {@code weight}, in units of the mean. Further scores have a column
 * each, at the end.
 */
public final class TestRowsFile {
  /** Its name in the directory of a run. */
  public static final String NAME = "test.csv";

  private static final List<String> OF_ROW = List.of("row", "draws", "energy_score");
  private static final List<String> OF_TARGET =
      List.of("observed", "mean", "std", "below", "at_most");
  private static final String WEIGHT = "weight";
  private static final String PARTED = ":";
  private static final int DIGITS = 14;

  private static final TableFormat FORMAT =
      new TableFormat(
          CellSeparator.COMMA,
          DecimalMark.POINT,
          HeaderRule.PRESENT,
          TextEncoding.UTF_8,
          0,
          List.of());

  private TestRowsFile() {}

  /** The text of the file. */
  public static String csv(TestRows rows) {
    StringWriter text = new StringWriter();
    CsvWriter csv = CsvWriter.builder().bufferSize(0).lineDelimiter(LineDelimiter.LF).build(text);
    List<String> head = new ArrayList<>(columns(rows.targets()));
    boolean weighted = !rows.weights().areEqual();
    if (weighted) {
      head.add(WEIGHT);
    }
    head.addAll(rows.further().keySet());
    csv.writeRecord(head);
    for (int i = 0; i < rows.rows().length; i++) {
      List<String> cells = new ArrayList<>();
      cells.add(String.valueOf(rows.rows()[i] + 1));
      cells.add(String.valueOf(rows.draws()));
      cells.add(number(rows.energyScore()[i]));
      for (TestRows.Output of : rows.outputs()) {
        cells.add(CellNumber.of(of.observed()[i]));
        cells.add(number(of.mean()[i]));
        cells.add(number(of.sd()[i]));
        cells.add(String.valueOf(of.below()[i]));
        cells.add(String.valueOf(of.atMost()[i]));
      }
      if (weighted) {
        cells.add(CellNumber.of(rows.weights().at(i)));
      }
      for (double[] score : rows.further().values()) {
        cells.add(number(score[i]));
      }
      csv.writeRecord(cells);
    }
    return text.toString();
  }

  /** A mean over draws: its last digits come from the order of the sum. */
  private static String number(double value) {
    return NumberText.of(value, DIGITS);
  }

  private static List<String> columns(List<String> targets) {
    List<String> columns = new ArrayList<>(OF_ROW);
    for (String target : targets) {
      OF_TARGET.forEach(c -> columns.add(column(targets, target, c)));
    }
    return columns;
  }

  private static String column(List<String> targets, String target, String name) {
    return targets.size() == 1 ? name : target + PARTED + name;
  }

  /**
   * Reads a file.
   *
   * @param file written by {@link #csv}
   * @param targets names of the targets, in order
   * @throws InvalidFileException if it is missing or not such a file, naming the row
   * @throws IOException if it cannot be read
   */
  public static TestRows read(Path file, List<String> targets) throws IOException {
    if (!Files.exists(file)) {
      throw new InvalidFileException(file, "missing");
    }
    try {
      ColumnSelection all =
          new ColumnSelection.Only(columns(targets), Set.copyOf(TableReader.names(file)));
      Table table = TableReader.read(file, all, FORMAT).table();
      return new Reading(table).rows(targets);
    } catch (InputException e) {
      String problem = String.valueOf(e.getMessage());
      throw new InvalidFileException(
          file, problem.replace(file + ": ", "").replace(file + ", ", ""), e);
    }
  }

  private record Reading(Table table) {
    TestRows rows(List<String> targets) {
      List<TestRows.Output> outputs = new ArrayList<>();
      for (String target : targets) {
        outputs.add(
            new TestRows.Output(
                numbers(column(targets, target, "observed")),
                numbers(column(targets, target, "mean")),
                numbers(column(targets, target, "std")),
                wholes(column(targets, target, "below")),
                wholes(column(targets, target, "at_most"))));
      }
      int[] rows = Arrays.stream(wholes("row")).map(row -> row - 1).toArray();
      return new TestRows(
          targets,
          wholes("draws")[0],
          rows,
          weights(rows.length),
          numbers("energy_score"),
          further(targets),
          outputs);
    }

    private RowWeights weights(int rows) {
      return table.has(WEIGHT) ? new RowWeights(numbers(WEIGHT)) : RowWeights.equal(rows);
    }

    private Map<String, double[]> further(List<String> targets) {
      List<String> names = new ArrayList<>(table.names());
      names.removeAll(columns(targets));
      names.remove(WEIGHT);
      Map<String, double[]> further = new LinkedHashMap<>();
      names.forEach(name -> further.put(name, numbers(name)));
      return further;
    }

    private int[] wholes(String column) {
      return Numbers.wholes(table, column);
    }

    private double[] numbers(String column) {
      return Numbers.of(table, column);
    }
  }
}
