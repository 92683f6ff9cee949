// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.format.DecimalMark;
import io.otd.table.format.TableFormat;
import io.otd.table.internal.arff.ArffText;
import io.otd.table.internal.build.RowSink;
import io.otd.table.internal.build.TableText;
import io.otd.table.internal.csv.CsvText;
import io.otd.table.internal.source.SourceFile;
import io.otd.table.internal.text.MalformedTextException;
import io.otd.table.internal.text.TextSource;
import io.otd.table.problem.InputException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.zip.ZipException;

/**
 * A file of text that is being read: what its first lines show, and its rows.
 *
 * @param file that is read
 * @param source its bytes
 * @param text what its first lines show
 */
record OpenedText(SourceFile file, TextSource source, TableText text) implements Closeable {
  /**
   * Opens a file, and reads its first rows.
   *
   * @param ofAll the decimal mark of all files of the table, as far as it is known
   * @param blanks whether blanks may surround quotes
   * @throws InputException if it cannot be read, or is no table
   */
  static OpenedText of(SourceFile file, TableFormat format, DecimalMark ofAll, boolean blanks) {
    try {
      TextSource source = TextSource.open(file.name(), file.path(), format.encoding());
      try {
        return new OpenedText(file, source, text(file, source, format, ofAll, blanks));
      } catch (IOException | RuntimeException e) {
        source.close();
        throw e;
      }
    } catch (UncheckedIOException e) {
      throw unreadable(file.name(), Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw unreadable(file.name(), e);
    }
  }

  private static TableText text(
      SourceFile file, TextSource source, TableFormat format, DecimalMark ofAll, boolean blanks)
      throws IOException {
    return ArffText.recognises(file.name(), source.text().head())
        ? new ArffText(file.name(), source.text(), format)
        : new CsvText(file.name(), source.text(), format, ofAll, blanks);
  }

  static InputException unreadable(String file, IOException cause) {
    if (cause instanceof MalformedTextException) {
      return new InputException(file + ": " + cause.getMessage());
    }
    if (cause instanceof EOFException || cause instanceof ZipException) {
      return new InputException(file + ": broken gzip file, " + cause.getMessage());
    }
    return new InputException(file + ": " + cause.getMessage() + " (expected: a readable table)");
  }

  /** As {@link TableText#sendNext}, with an error that names the file. */
  boolean sendNext(RowSink sink) {
    try {
      return text.sendNext(sink);
    } catch (UncheckedIOException e) {
      throw unreadable(file.name(), Objects.requireNonNull(e.getCause()));
    }
  }

  /** Digest of the bytes of the whole file, hexadecimal; the rest of it is read first. */
  String sha256OfAll() {
    try {
      return source.sha256OfAll();
    } catch (IOException e) {
      throw unreadable(file.name(), e);
    }
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
