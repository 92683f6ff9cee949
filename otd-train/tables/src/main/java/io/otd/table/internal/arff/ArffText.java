// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.arff;

import io.otd.table.format.DecimalMark;
import io.otd.table.format.TableFormat;
import io.otd.table.internal.build.ColumnBuilder;
import io.otd.table.internal.build.ColumnNaming;
import io.otd.table.internal.build.RowSink;
import io.otd.table.internal.build.TableText;
import io.otd.table.internal.build.TextDeclaration;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.cell.NumberNotation;
import io.otd.table.internal.store.CellStore;
import io.otd.table.internal.text.TextDecoder;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An ARFF text, as in Weka's documentation: declared columns, then dense or sparse rows. Keywords
 * in any case; {@code ?} is missing, in a column of numbers so are the usual spellings. Relational
 * columns are rejected. The weights of rows are a column of their own, if the first row has one; a
 * row without weight has 1.
 */
public final class ArffText implements TableText {
  private final BufferedReader lines;
  private final NumberNotation notation;
  private final MissingCells missingNumbers;
  private final MissingCells missingTexts = new MissingCells(List.of("?"));
  private final ColumnNaming naming;
  private final List<ArffAttribute> attributes;
  private final ArffRow row;
  private final boolean weighted;
  private @Nullable String first;
  private long number;

  /**
   * Reads the declarations.
   *
   * @param file its name, for messages
   * @param text of the file, which stays open
   * @param format with the spellings of missing cells
   * @throws InputException if a line is not a declaration, or there is no column
   */
  public ArffText(String file, TextDecoder text, TableFormat format) throws IOException {
    format.requireUnset(file, true, "an ARFF file declares it");
    this.notation = TextDeclaration.notation(format.decimal());
    this.lines = new BufferedReader(text);
    this.missingNumbers = new MissingCells(format.missing());
    ArffHeader header = new ArffHeader(file);
    boolean data = false;
    while (!data) {
      String line = nextLine();
      if (line == null) {
        throw new InputException(file + ": ends before @data (expected: rows behind @data)");
      }
      data = header.declares(number, line);
    }
    List<ArffAttribute> declared = header.attributes();
    if (declared.isEmpty()) {
      throw new InputException(file + ": no @attribute (expected: at least 1)");
    }
    this.first = nextLine();
    this.weighted = first != null && ArffWeight.of(first).isPresent();
    if (weighted) {
      declared.add(new ArffAttribute(ArffWeight.COLUMN, ArffAttribute.Type.NUMERIC, List.of()));
    }
    this.naming = ColumnNaming.of(file, declared.stream().map(ArffAttribute::name).toList());
    this.attributes =
        IntStream.range(0, declared.size())
            .mapToObj(i -> declared.get(i).named(naming.names().get(i)))
            .toList();
    this.row = new ArffRow(file, attributes, weighted);
  }

  /**
   * Whether a text is ARFF: by its first line that is not a comment, or by the file's name if there
   * is none.
   *
   * @param head the beginning of the text
   */
  public static boolean recognises(String file, String head) {
    String name = file.toLowerCase(Locale.ROOT);
    return head.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("%"))
        .findFirst()
        .map(line -> line.toLowerCase(Locale.ROOT))
        .map(line -> line.startsWith("@relation") || line.startsWith("@attribute"))
        .orElseGet(() -> name.endsWith(".arff") || name.endsWith(".arff.gz"));
  }

  /** The next line that is neither blank nor a comment. */
  private @Nullable String nextLine() throws IOException {
    String line = lines.readLine();
    number++;
    while (line != null && (line.isBlank() || line.stripLeading().startsWith("%"))) {
      line = lines.readLine();
      number++;
    }
    return line;
  }

  @Override
  public ColumnNaming naming() {
    return naming;
  }

  @Override
  public long firstLine() {
    return 0;
  }

  /** With the declarations: the codes of values must be the same in all files of a table. */
  @Override
  public String form() {
    return "ARFF with " + attributes;
  }

  @Override
  public ColumnBuilder builder(int column, CellStore store) {
    return attributes.get(column).builder(missingNumbers, missingTexts, store);
  }

  @Override
  public NumberNotation notation(int column) {
    return attributes.get(column).type() == ArffAttribute.Type.NUMERIC
        ? TextDeclaration.notation(DecimalMark.AUTO)
        : notation;
  }

  @Override
  public TextDeclaration declaration(int column) {
    return attributes.get(column).declaration();
  }

  @Override
  public boolean sendNext(RowSink sink) {
    try {
      String line = first == null ? nextLine() : first;
      first = null;
      if (line == null) {
        return false;
      }
      row.read(number, line, sink);
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<String> notes() {
    if (!weighted) {
      return naming.notes();
    }
    List<String> notes = new ArrayList<>(naming.notes());
    notes.add(
        "the rows have weights: column %s; with --weight they count by it, else it is an input"
            .formatted(Quoted.of(naming.names().get(naming.names().size() - 1))));
    return notes;
  }
}
