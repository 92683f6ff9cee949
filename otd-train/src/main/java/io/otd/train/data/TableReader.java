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
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipException;

/**
 * Reads tables from text: values separated by comma, semicolon or tab (found out from the first
 * lines), a header row, quotes as in RFC 4180, UTF-8, plain or gzipped. Blank lines are skipped,
 * blanks around values dropped. A column whose cells are all numbers or missing is numeric, any
 * other is text.
 *
 * <p>While a file is read, its numbers are held once, and one column twice. A file with a column in
 * which a text comes after numbers is read a second time for this column.
 */
public final class TableReader {
  private static final int HEAD = 1 << 15;

  private TableReader() {}

  /**
   * Reads a file whole.
   *
   * @param path of the file
   * @param selection which columns are read; the others may hold anything
   * @throws InputException if it is not such a file, with all that is wrong: line (from 1), column,
   *     value and what was expected
   */
  public static DataFile read(Path path, ColumnSelection selection) {
    try {
      return parse(path, selection);
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

  private static DataFile parse(Path path, ColumnSelection selection) throws IOException {
    MissingCells missing = new MissingCells(MissingCells.STANDARD);
    List<String> header;
    TableBuilder builder;
    String sha256;
    try (TextSource source = TextSource.open(path)) {
      CsvRows rows = rows(path, source.reader());
      header = header(path, rows);
      builder =
          new TableBuilder(
              path.toString(),
              header.stream()
                  .map(
                      name ->
                          selection.reads(name)
                              ? Optional.<ColumnBuilder>of(new InferredColumn(name, missing, '.'))
                              : Optional.<ColumnBuilder>empty())
                  .toList());
      List<String> wrong = selection.problems(header);
      if (!wrong.isEmpty()) {
        throw new InputException(wrong.stream().map(w -> path + ": " + w).toList());
      }
      rows.sendTo(builder);
      builder.requireSound();
      sha256 = source.sha256OfAll();
    }
    TableBuilder again = texts(path, header, missing, builder, sha256);
    Set<Integer> late = new HashSet<>(builder.needTexts());
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < header.size(); i++) {
      if (selection.reads(header.get(i))) {
        columns.add((late.contains(i) ? again : builder).build(i));
      }
    }
    return new DataFile(path, sha256, new Table(columns));
  }

  /** Reads a file again, for the texts of some columns alone. */
  private static TableBuilder texts(
      Path path, List<String> header, MissingCells missing, TableBuilder first, String sha256)
      throws IOException {
    List<Integer> places = first.needTexts();
    if (places.isEmpty()) {
      return first;
    }
    List<Optional<ColumnBuilder>> builders = new ArrayList<>();
    for (int i = 0; i < header.size(); i++) {
      builders.add(
          places.contains(i)
              ? Optional.of(new TextBuilder(header.get(i), missing))
              : Optional.empty());
    }
    TableBuilder again = new TableBuilder(path.toString(), builders);
    try (TextSource source = TextSource.open(path)) {
      CsvRows rows = rows(path, source.reader());
      rows.next();
      rows.sendTo(again);
      if (!source.sha256OfAll().equals(sha256)) {
        throw new InputException(path + ": changed while it was read (expected: a file at rest)");
      }
    }
    return again;
  }

  private static CsvRows rows(Path path, BufferedReader reader) throws IOException {
    return new CsvRows(path.toString(), reader, Separator.detect(head(reader)));
  }

  private static String head(BufferedReader reader) throws IOException {
    char[] head = new char[HEAD];
    reader.mark(HEAD);
    int length = Math.max(0, reader.read(head, 0, HEAD));
    reader.reset();
    return new String(head, 0, length);
  }

  private static List<String> header(Path path, CsvRows rows) {
    CsvRow row =
        rows.next()
            .orElseThrow(
                () ->
                    new InputException(
                        path + ": empty file (expected: a header row and rows of values)"));
    List<String> names = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    boolean numbers = true;
    for (String value : row.cells()) {
      String name = value.strip();
      names.add(name);
      numbers &= !Double.isNaN(NumberCell.parse(name));
      if (name.isEmpty()) {
        problems.add(
            "%s, line %d: column %d has no name (expected: a name for each column)"
                .formatted(path, row.line(), names.size()));
      } else if (!seen.add(name)) {
        problems.add(
            "%s, line %d: column name %s stands twice (expected: different names)"
                .formatted(path, row.line(), NumberCell.shown(name)));
      }
    }
    if (numbers) {
      throw new InputException(
          "%s, line %d: only numbers (expected: a header row with the names of the columns)"
              .formatted(path, row.line()));
    }
    if (!problems.isEmpty()) {
      throw new InputException(problems);
    }
    return names;
  }
}
