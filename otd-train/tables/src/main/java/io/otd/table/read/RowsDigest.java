// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.core.internal.files.FileDigest;
import io.otd.table.source.SourceColumn;
import io.otd.table.source.SourceColumn.Kind;
import io.otd.table.source.SourceRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Identifies the rows of a database, as the digest of a file identifies the file. */
final class RowsDigest {
  private static final int MISSING = -1;

  private final MessageDigest digest = FileDigest.newSha256();
  private final ByteBuffer word = ByteBuffer.allocate(Double.BYTES);
  private final List<SourceColumn> columns;

  /** Starts without rows; for columns that a table cannot hold, only the names count. */
  RowsDigest(List<SourceColumn> columns) {
    this.columns = columns;
    columns.forEach(column -> add(column.name()));
  }

  /**
   * The digest of files: for one file its own, for several that of their digests.
   *
   * @throws IOException if one cannot be read
   */
  static String of(List<Path> files) throws IOException {
    List<String> all = new ArrayList<>();
    for (Path file : files) {
      all.add(FileDigest.of(file).sha256());
    }
    return joined(all);
  }

  /** The digest of several digests; a single one stays as it is. */
  static String joined(List<String> digests) {
    if (digests.size() == 1) {
      return digests.get(0);
    }
    MessageDigest digest = FileDigest.newSha256();
    digests.forEach(one -> digest.update(HexFormat.of().parseHex(one)));
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * The next row.
   *
   * @param rows positioned at it, with all columns
   * @throws IOException if it cannot be read
   */
  void add(SourceRows rows) throws IOException {
    for (int i = 0; i < columns.size(); i++) {
      Kind kind = columns.get(i).kind();
      if (kind == Kind.NUMBER) {
        digest.update(word.putDouble(0, rows.number(i)).array());
      } else if (kind == Kind.TEXT || kind == Kind.MIXED) {
        add(rows.text(i));
      }
    }
  }

  /** Preceded by its length, so that adjacent texts stay distinct. */
  private void add(@Nullable String text) {
    byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    digest.update(word.putDouble(0, text == null ? MISSING : bytes.length).array());
    digest.update(bytes);
  }

  String sha256() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
