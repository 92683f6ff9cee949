// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.preparation;

import io.otd.core.internal.files.FileDigest;
import io.otd.table.Column;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Identifies tables in memory, as the digest of a file identifies the file. */
public final class TableDigest {
  private TableDigest() {}

  /** SHA-256 of names and cells in their order, hexadecimal. */
  public static String sha256(Table table) {
    MessageDigest digest = FileDigest.newSha256();
    for (Column column : table.columns()) {
      text(digest, column.name());
      if (column instanceof TextColumn texts) {
        cells(digest, texts);
      } else {
        cells(digest, column.numbers());
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static void cells(MessageDigest digest, double[] numbers) {
    ByteBuffer number = ByteBuffer.allocate(Double.BYTES);
    for (double value : numbers) {
      digest.update(number.putDouble(0, value).array());
    }
  }

  private static void cells(MessageDigest digest, TextColumn column) {
    column.dictionary().forEach(word -> text(digest, word));
    ByteBuffer number = ByteBuffer.allocate(Integer.BYTES);
    for (int code : column.codes()) {
      digest.update(number.putInt(0, code).array());
    }
  }

  /** Preceded by its length, so that adjacent texts stay distinct. */
  private static void text(MessageDigest digest, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length).array());
    digest.update(bytes);
  }
}
