package io.otd.train.data;

import io.otd.train.problem.InputException;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.zip.ZipException;

/**
 * Reads tables from text, plain or gzipped: CSV, with quotes as in RFC 4180, and ARFF, which is
 * known by its first line. Blank lines are skipped, blanks around values dropped. A column whose
 * cells are all numbers or missing is numeric, any other is text, unless an ARFF file declares it.
 * A column without a name gets one, column_3 for the third.
 *
 * <p>While a file is read, its numbers are held once, and one column twice. A file with a column in
 * which a text comes after numbers is read a second time, for this column alone.
 */
public final class TableReader {
  private final Path path;
  private final ColumnSelection selection;
  private final TableFormat format;

  private TableReader(Path path, ColumnSelection selection, TableFormat format) {
    this.path = path;
    this.selection = selection;
    this.format = format;
  }

  /**
   * Reads a file whose format is to be found out.
   *
   * @param path of the file
   * @param selection which columns are read; the others may hold anything
   * @throws InputException if it is not such a file, with all that is wrong: line (from 1), column,
   *     value and what was expected
   */
  public static DataFile read(Path path, ColumnSelection selection) {
    return read(path, selection, TableFormat.AUTO);
  }

  /**
   * Reads a file whole.
   *
   * @param path of the file
   * @param selection which columns are read; the others may hold anything
   * @param format how it is written, as far as it is known
   * @throws InputException if it is not such a file, with all that is wrong: line (from 1), column,
   *     value and what was expected
   */
  public static DataFile read(Path path, ColumnSelection selection, TableFormat format) {
    TableReader reader = new TableReader(path, selection, format);
    return readable(path, reader::read);
  }

  /**
   * The names of a file's columns; no row is looked at but the first ones.
   *
   * @param path of the file, whose format is to be found out
   * @throws InputException if they cannot be read
   */
  public static List<String> names(Path path) {
    TableReader reader = new TableReader(path, ColumnSelection.all(), TableFormat.AUTO);
    return readable(
        path,
        () -> {
          try (TextSource source = TextSource.open(path, reader.format.encoding())) {
            return reader.text(source).names();
          }
        });
  }

  private interface Reading<T> {
    T run() throws IOException;
  }

  private static <T> T readable(Path path, Reading<T> reading) {
    try {
      return reading.run();
    } catch (UncheckedIOException e) {
      throw unreadable(path, Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  static InputException unreadable(Path path, IOException cause) {
    if (cause instanceof MalformedTextException) {
      return new InputException(path + ": " + cause.getMessage());
    }
    if (cause instanceof EOFException || cause instanceof ZipException) {
      return new InputException(path + ": broken gzip file, " + cause.getMessage());
    }
    return new InputException(path + ": " + cause.getMessage() + " (expected: a readable table)");
  }

  private DataFile read() throws IOException {
    try (TextSource source = TextSource.open(path, format.encoding())) {
      TableText text = text(source);
      List<String> names = text.names();
      requireSound(names);
      TableBuilder builder = new TableBuilder(path.toString(), builders(text));
      text.sendTo(builder);
      builder.requireSound();
      String sha256 = source.sha256OfAll();
      Set<Integer> late = builder.needTexts();
      TableBuilder texts = late.isEmpty() ? builder : texts(names, late, sha256);
      List<Column> columns = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        if (selection.reads(names.get(i))) {
          columns.add((late.contains(i) ? texts : builder).build(i));
        }
      }
      return new DataFile(path, sha256, new Table(columns), text.notes());
    }
  }

  private TableText text(TextSource source) throws IOException {
    String file = path.toString();
    return ArffText.recognises(file, source.text().head())
        ? new ArffText(file, source.text(), format)
        : new CsvText(file, source.text(), format);
  }

  private void requireSound(List<String> names) {
    List<String> problems = new ArrayList<>(selection.problems(names));
    Set<String> seen = new LinkedHashSet<>();
    Set<String> twice = new LinkedHashSet<>();
    for (String name : names) {
      if (!seen.add(name) && selection.reads(name) && twice.add(name)) {
        problems.add(
            "column name %s stands twice (expected: different names)"
                .formatted(NumberCell.shown(name)));
      }
    }
    if (!problems.isEmpty()) {
      throw new InputException(problems.stream().map(p -> path + ": " + p).toList());
    }
  }

  private List<Optional<ColumnBuilder>> builders(TableText text) {
    return IntStream.range(0, text.names().size())
        .mapToObj(
            i ->
                selection.reads(text.names().get(i))
                    ? Optional.of(text.builder(i))
                    : Optional.<ColumnBuilder>empty())
        .toList();
  }

  /** Reads the file again, for the texts of some columns alone. */
  private TableBuilder texts(List<String> names, Set<Integer> places, String sha256)
      throws IOException {
    if (!Files.isRegularFile(path)) {
      throw new InputException(
          ("%s: column \"%s\" has texts after numbers, for which it is read twice (expected: a"
                  + " file, not a pipe)")
              .formatted(path, names.get(places.iterator().next())));
    }
    MissingCells missing = new MissingCells(format.missing());
    TableBuilder builder =
        new TableBuilder(
            path.toString(),
            IntStream.range(0, names.size())
                .mapToObj(
                    i ->
                        places.contains(i)
                            ? Optional.<ColumnBuilder>of(new TextBuilder(names.get(i), missing))
                            : Optional.<ColumnBuilder>empty())
                .toList());
    try (TextSource source = TextSource.open(path, format.encoding())) {
      text(source).sendTo(builder);
      if (!source.sha256OfAll().equals(sha256)) {
        throw new InputException(path + ": changed while it was read (expected: a file at rest)");
      }
    }
    return builder;
  }
}
