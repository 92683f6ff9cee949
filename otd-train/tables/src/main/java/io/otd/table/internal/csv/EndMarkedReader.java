// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.csv;

import java.io.IOException;
import java.io.Reader;

/**
 * A text with an additional last line, which holds one non-character (U+FFFF). It becomes a
 * separate row, unless the text ends inside a quoted cell.
 */
final class EndMarkedReader extends Reader {
  static final char MARK = '\uFFFF';

  private static final char[] LINE = {'\n', MARK};

  private final Reader text;
  private int marked = -1;

  EndMarkedReader(Reader text) {
    this.text = text;
  }

  /** Whether the whole text has been read. */
  boolean ended() {
    return marked == LINE.length;
  }

  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    if (marked < 0) {
      int read = text.read(buffer, offset, length);
      if (read >= 0) {
        return read;
      }
      marked = 0;
    }
    int count = Math.min(length, LINE.length - marked);
    System.arraycopy(LINE, marked, buffer, offset, count);
    marked += count;
    return count == 0 ? -1 : count;
  }

  /** The text is its owner's to close. */
  @Override
  public void close() {}
}
