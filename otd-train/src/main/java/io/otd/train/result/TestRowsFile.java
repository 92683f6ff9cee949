package io.otd.train.result;

import io.otd.core.files.InvalidFileException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;

/**
 * Test rows as a table: {@code row} (from 1, as it stands in the data), {@code draws}, {@code
 * energy_score}, and for each target {@code observed}, {@code mean}, {@code std}, {@code below} and
 * {@code at_most}; of several targets the names begin with the target's and a colon.
 */
public final class TestRowsFile {
  /** Its name in the directory of a run. */
  public static final String NAME = "test.csv";

  private static final List<String> OF_ROW = List.of("row", "draws", "energy_score");
  private static final List<String> OF_TARGET =
      List.of("observed", "mean", "std", "below", "at_most");
  private static final String PARTED = ":";

  private TestRowsFile() {}

  /** The text of the file. */
  public static String csv(TestRows rows) {
    StringWriter text = new StringWriter();
    try (CSVPrinter printer =
        new CSVPrinter(text, CSVFormat.RFC4180.builder().setRecordSeparator('\n').get())) {
      List<String> head = new ArrayList<>(OF_ROW);
      for (String target : rows.targets()) {
        OF_TARGET.forEach(c -> head.add(rows.targets().size() == 1 ? c : target + PARTED + c));
      }
      printer.printRecord(head);
      for (int i = 0; i < rows.rows().length; i++) {
        List<Object> cells = new ArrayList<>();
        cells.addAll(List.of(rows.rows()[i] + 1, rows.draws(), rows.energyScore()[i]));
        for (TestRows.Output of : rows.outputs()) {
          cells.addAll(
              List.of(of.observed()[i], of.mean()[i], of.sd()[i], of.below()[i], of.atMost()[i]));
        }
        printer.printRecord(cells);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // into memory: does not happen
    }
    return text.toString();
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
    CSVFormat format = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();
    List<CSVRecord> records;
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8);
        CSVParser parser = CSVParser.builder().setReader(reader).setFormat(format).get()) {
      records = parser.getRecords();
    } catch (NoSuchFileException e) {
      throw new InvalidFileException(file, "missing", e);
    } catch (UncheckedIOException e) {
      throw new InvalidFileException(file, String.valueOf(e.getMessage()), e);
    }
    if (records.isEmpty()) {
      throw new InvalidFileException(file, "no rows (expected: at least one)");
    }
    return new Reading(file, records).rows(targets);
  }

  private record Reading(Path file, List<CSVRecord> records) {
    TestRows rows(List<String> targets) throws IOException {
      int[] rows = wholes("row");
      java.util.Arrays.setAll(rows, i -> rows[i] - 1);
      List<TestRows.Output> outputs = new ArrayList<>();
      for (String target : targets) {
        String prefix = targets.size() == 1 ? "" : target + PARTED;
        outputs.add(
            new TestRows.Output(
                numbers(prefix + "observed"),
                numbers(prefix + "mean"),
                numbers(prefix + "std"),
                wholes(prefix + "below"),
                wholes(prefix + "at_most")));
      }
      return new TestRows(targets, wholes("draws")[0], rows, numbers("energy_score"), outputs);
    }

    private int[] wholes(String column) throws IOException {
      double[] numbers = numbers(column);
      int[] wholes = new int[numbers.length];
      for (int i = 0; i < wholes.length; i++) {
        wholes[i] = (int) numbers[i];
        if (wholes[i] != numbers[i]) {
          throw wrong(i, column, records.get(i).toMap(), "a whole number");
        }
      }
      return wholes;
    }

    private double[] numbers(String column) throws IOException {
      double[] numbers = new double[records.size()];
      for (int i = 0; i < numbers.length; i++) {
        Map<String, String> cells = records.get(i).toMap();
        try {
          numbers[i] = Double.parseDouble(cells.getOrDefault(column, "none"));
        } catch (NumberFormatException e) {
          throw wrong(i, column, cells, "a number");
        }
      }
      return numbers;
    }

    private InvalidFileException wrong(
        int row, String column, Map<String, String> cells, String expected) {
      return new InvalidFileException(
          file,
          "row %d, column %s: %s (expected: %s)"
              .formatted(row + 1, column, cells.getOrDefault(column, "none"), expected));
    }
  }
}
