// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.format.DecimalMark;
import io.otd.table.format.TableFormat;
import io.otd.table.internal.build.RowSink;
import io.otd.table.internal.source.SourceFiles;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The text of a table in one file or in several, which are read one after another. With folders
 * such as {@code year=2025}, it has the columns that they add.
 */
final class FilesText implements Closeable {
  private final boolean blanks;
  private final TextHeads heads;
  private final List<String> digests = new ArrayList<>();
  private int next;

  /** The file that is being read; the one before it, closed, between two files. */
  private OpenedText current;

  private boolean begun;

  private FilesText(boolean blanks, TextHeads heads, OpenedText first) {
    this.blanks = blanks;
    this.heads = heads;
    this.current = first;
  }

  /**
   * Opens the files, and reads the first rows of each.
   *
   * @param blanks whether blanks may surround quotes
   */
  static FilesText of(SourceFiles files, TableFormat format, boolean blanks) throws IOException {
    if (files.files().size() == 1) {
      OpenedText only = OpenedText.of(files.files().get(0), format, DecimalMark.AUTO, blanks);
      return new FilesText(blanks, TextHeads.of(files, format, only.text()), only);
    }
    TextHeads heads = TextHeads.of(files, format, blanks);
    return new FilesText(blanks, heads, heads.open(0, blanks));
  }

  /** What the first lines show. */
  TextHeads heads() {
    return heads;
  }

  /**
   * Passes on the next row.
   *
   * @return whether there was one
   * @throws io.otd.table.problem.InputException if it is broken
   */
  boolean sendNext(RowSink sink) {
    if (!begun) {
      begun = true;
      sink.begin(heads.places(next));
    }
    while (!current.sendNext(sink)) {
      if (next + 1 == heads.files().files().size()) {
        return false;
      }
      leave();
      next++;
      current = heads.open(next, blanks);
      sink.begin(heads.places(next));
    }
    return true;
  }

  private void leave() {
    try {
      digests.add(current.sha256OfAll());
      current.close();
    } catch (IOException e) {
      throw OpenedText.unreadable(heads.files().files().get(next).name(), e);
    }
  }

  /** Digest of the files, hexadecimal, after the last row. */
  String sha256() {
    List<String> all = new ArrayList<>(digests);
    all.add(current.sha256OfAll());
    return RowsDigest.joined(all);
  }

  @Override
  public void close() throws IOException {
    current.close();
  }
}
