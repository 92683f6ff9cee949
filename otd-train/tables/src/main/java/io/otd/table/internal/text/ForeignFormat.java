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
      "text; save the sheet as CSV; fields of numpy.savez go with --fields",
      0,
      'P',
      'K',
      3,
      4),
  XLS(
      "an Excel spreadsheet",
      "text; save the sheet as CSV",
      0,
      0xd0,
      0xcf,
      0x11,
      0xe0,
      0xa1,
      0xb1,
      0x1a,
      0xe1),
  BZIP2("compressed by bzip2", "text, plain or gzipped; unpack it by bunzip2", 0, 'B', 'Z', 'h'),
  XZ("compressed by xz", "text, plain or gzipped; unpack it by unxz", 0, 0xfd, '7', 'z', 'X', 'Z'),
  SEVEN_ZIP("a 7z archive", "text, plain or gzipped; unpack it by 7z", 0, '7', 'z', 0xbc, 0xaf),
  ZSTD(
      "compressed by Zstandard",
      "text, plain or gzipped; unpack it by unzstd",
      0,
      0x28,
      0xb5,
      0x2f,
      0xfd),
  ARROW("an Arrow or Feather file", ForeignFormat.CONVERT, 0, 'A', 'R', 'R', 'O', 'W', '1'),
  FEATHER("a Feather file", ForeignFormat.CONVERT, 0, 'F', 'E', 'A', '1'),
  ORC("an ORC file", ForeignFormat.CONVERT, 0, 'O', 'R', 'C'),
  AVRO("an Avro file", ForeignFormat.CONVERT, 0, 'O', 'b', 'j', 1),
  HDF5("an HDF5 file", ForeignFormat.CONVERT, 0, 0x89, 'H', 'D', 'F'),
  NUMPY("an array of NumPy", "a table; savetxt writes it as CSV", 0, 0x93, 'N', 'U', 'M', 'P', 'Y'),
  PARQUET("a Parquet file in a pipe", "the file itself", 0, 'P', 'A', 'R', '1'),
  SQLITE(
      "an SQLite database",
      "jdbc:sqlite:FILE?table=NAME, with SQLite's driver in OTD_CLASS_PATH",
      0,
      'S',
      'Q',
      'L',
      'i',
      't',
      'e',
      ' ',
      'f'),
  DUCKDB("a DuckDB database", "jdbc:duckdb:FILE?table=NAME", 8, 'D', 'U', 'C', 'K'),
  R("a file of R", "text; write.csv writes it", 0, 'R', 'D', 'X'),
  STATA("a file of Stata", ForeignFormat.CONVERT, 0, '<', 's', 't', 'a', 't', 'a'),
  SPSS("a file of SPSS", ForeignFormat.CONVERT, 0, '$', 'F', 'L', '2'),
  PDF("a PDF file", "a table as text, CSV for example", 0, '%', 'P', 'D', 'F', '-'),
  GIT_LFS(
      "a pointer of Git LFS, not the file itself",
      "a table; git lfs pull fetches it",
      0,
      "version https://git-lfs.".chars().toArray());

  private static final String CONVERT =
      "CSV or Parquet; to_parquet of pandas writes it, for example";

  /** How many bytes tell. */
  static final int HEAD = 1024;

  private final String what;
  private final String expected;
  private final int at;
  private final String mark;

  ForeignFormat(String what, String expected, int at, int... mark) {
    this.what = what;
    this.expected = expected;
    this.at = at;
    this.mark = new String(mark, 0, mark.length);
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
