package io.otd.train.data;

import io.otd.train.problem.InputException;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.zip.ZipException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Reads tables of numbers from text: values separated by comma, semicolon or tab (found out from
 * the first lines), a header row, quotes as in RFC 4180, UTF-8, plain or gzipped. Blank lines are
 * skipped, blanks around values dropped.
 */
public final class CsvReader {
  private static final int HEAD = 1 << 15;

  private CsvReader() {}

  /**
   * Reads a file whole.
   *
   * @param path of the file
   * @param selection which columns are read; the others may hold anything
   * @throws InputException if it is not such a file, with all that is wrong: line (from 1), column,
   *     value and what was expected
   */
  public static DataFile read(Path path, ColumnSelection selection) {
    try (TextSource source = TextSource.open(path)) {
      Table table = table(path, source.reader(), selection);
      return new DataFile(path, source.sha256OfAll(), table);
    } catch (UncheckedIOException e) {
      throw unreadable(path, Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  private static InputException unreadable(Path path, IOException cause) {
    if (cause instanceof CharacterCodingException) {
      return new InputException(
          path + ": not UTF-8 text (expected: UTF-8; save it in that encoding)");
    }
    if (cause instanceof EOFException || cause instanceof ZipException) {
      return new InputException(path + ": broken gzip file, " + cause.getMessage());
    }
    return new InputException(
        path + ": " + cause.getMessage() + " (expected: a readable CSV file)");
  }

  private static Table table(Path path, BufferedReader reader, ColumnSelection selection)
      throws IOException {
    CSVFormat format =
        CSVFormat.RFC4180
            .builder()
            .setDelimiter(Separator.detect(head(reader)))
            .setIgnoreEmptyLines(true)
            .setIgnoreSurroundingSpaces(true)
            .get();
    // Closing the parser would close the reader, which its owner still needs.
    CSVParser parser = CSVParser.builder().setReader(reader).setFormat(format).get();
    Iterator<CSVRecord> records = parser.iterator();
    if (!records.hasNext()) {
      throw new InputException(path + ": empty file (expected: a header row and rows of numbers)");
    }
    List<String> header = header(path, records.next());
    List<String> wrong = selection.problems(header);
    if (!wrong.isEmpty()) {
      throw new InputException(wrong.stream().map(w -> path + ": " + w).toList());
    }
    return rows(path, header, selection, parser, records);
  }

  private static String head(BufferedReader reader) throws IOException {
    char[] head = new char[HEAD];
    reader.mark(HEAD);
    int length = Math.max(0, reader.read(head, 0, HEAD));
    reader.reset();
    return new String(head, 0, length);
  }

  private static List<String> header(Path path, CSVRecord record) {
    List<String> names = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    boolean numbers = true;
    for (String value : record) {
      String name = value.strip();
      names.add(name);
      numbers &= !Double.isNaN(NumberCell.parse(name));
      if (name.isEmpty()) {
        problems.add(
            "%s, line 1: column %d has no name (expected: a name for each column)"
                .formatted(path, names.size()));
      } else if (!seen.add(name)) {
        problems.add(
            "%s, line 1: column name %s stands twice (expected: different names)"
                .formatted(path, NumberCell.shown(name)));
      }
    }
    if (numbers) {
      throw new InputException(
          "%s, line 1: only numbers (expected: a header row with the names of the columns)"
              .formatted(path));
    }
    if (!problems.isEmpty()) {
      throw new InputException(problems);
    }
    return names;
  }

  private static Table rows(
      Path path,
      List<String> header,
      ColumnSelection selection,
      CSVParser parser,
      Iterator<CSVRecord> records) {
    int[] places = places(header, selection);
    NumberBuffer[] buffers = new NumberBuffer[places.length];
    java.util.Arrays.setAll(buffers, i -> new NumberBuffer());
    CsvProblems problems = new CsvProblems(path.toString(), header.size());
    boolean any = false;
    while (records.hasNext()) {
      CSVRecord record = records.next();
      any = true;
      if (record.size() != header.size()) {
        problems.row(parser.getCurrentLineNumber(), record.size(), header.size());
        continue;
      }
      for (int i = 0; i < places.length; i++) {
        String cell = record.get(places[i]);
        double value = NumberCell.parse(cell);
        if (Double.isNaN(value)) {
          problems.cell(parser.getCurrentLineNumber(), places[i], header.get(places[i]), cell);
        }
        buffers[i].add(value);
      }
    }
    problems.throwIfAny();
    if (!any) {
      throw new InputException(path + ": no rows after the header (expected: at least 1)");
    }
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < places.length; i++) {
      columns.add(new NumericColumn(header.get(places[i]), buffers[i].drain()));
    }
    return new Table(columns);
  }

  private static int[] places(List<String> header, ColumnSelection selection) {
    return java.util.stream.IntStream.range(0, header.size())
        .filter(i -> selection.reads(header.get(i)))
        .toArray();
  }
}
