// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.text;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Files that are not read, recognised by their first bytes, and what to do with them. */
enum ForeignFormat {
  ZIP(
      "a zip archive or spreadsheet",
      "text; save the sheet as CSV; otd train and otd predict read fields with --fields",
      "PK\u0003\u0004"),
  XLS(
      "an Excel spreadsheet",
      "text; save the sheet as CSV",
      "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1"),
  BZIP2("compressed by bzip2", "text, plain or gzipped; unpack it by bunzip2", "BZh"),
  XZ("compressed by xz", "text, plain or gzipped; unpack it by unxz", "\u00fd7zXZ"),
  SEVEN_ZIP("a 7z archive", "text, plain or gzipped; unpack it by 7z", "7z\u00bc\u00af"),
  ZSTD("compressed by Zstandard", "text, plain or gzipped; unpack it by unzstd", "(\u00b5/\u00fd"),
  ARROW("an Arrow or Feather file", ForeignFormat.CONVERT, "ARROW1"),
  FEATHER("a Feather file", ForeignFormat.CONVERT, "FEA1"),
  ORC("an ORC file", ForeignFormat.CONVERT, "ORC"),
  AVRO("an Avro file", ForeignFormat.CONVERT, "Obj\u0001"),
  HDF5("an HDF5 file", ForeignFormat.CONVERT, "\u0089HDF"),
  NUMPY("an array of NumPy", "a table; savetxt writes it as CSV", "\u0093NUMPY"),
  PARQUET("a Parquet file in a pipe", "the file itself", "PAR1"),
  SQLITE(
      "an SQLite database",
      "jdbc:sqlite:FILE?table=NAME, with SQLite's driver in OTD_CLASS_PATH",
      "SQLite f"),
  DUCKDB("a DuckDB database", "jdbc:duckdb:FILE?table=NAME", 8, "DUCK"),
  R("a file of R", "text; write.csv writes it", "RDX"),
  STATA("a file of Stata", ForeignFormat.CONVERT, "<stata"),
  SPSS("a file of SPSS", ForeignFormat.CONVERT, "$FL2"),
  PDF("a PDF file", "a table as text, CSV for example", "%PDF-"),
  GIT_LFS(
      "a pointer of Git LFS, not the file itself",
      "a table; git lfs pull fetches it",
      "version https://git-lfs.");

  private static final String CONVERT =
      "CSV or Parquet; to_parquet of pandas writes it, for example";

  /** How many bytes tell. */
  static final int HEAD = 1024;

  private final String what;
  private final String expected;
  private final int at;
  private final String mark;

  ForeignFormat(String what, String expected, String mark) {
    this(what, expected, 0, mark);
  }

  ForeignFormat(String what, String expected, int at, String mark) {
    this.what = what;
    this.expected = expected;
    this.at = at;
    this.mark = mark;
  }

  /**
   * What a file is, and what was expected, if it is none of text.
   *
   * @param head its first bytes
   */
  static Optional<String> of(byte[] head) {
    String start = new String(head, StandardCharsets.ISO_8859_1).strip().toLowerCase(Locale.ROOT);
    if (start.startsWith("<!doctype html") || start.startsWith("<html")) {
      return Optional.of("a web page (expected: a table; is the address of a download right?)");
    }
    return Stream.of(values())
        .filter(format -> format.begins(head))
        .findFirst()
        .map(format -> "%s (expected: %s)".formatted(format.what, format.expected));
  }

  private boolean begins(byte[] head) {
    if (head.length < at + mark.length()) {
      return false;
    }
    for (int i = 0; i < mark.length(); i++) {
      if ((head[at + i] & 0xff) != mark.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
