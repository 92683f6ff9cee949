// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.source;

import io.otd.table.internal.build.ColumnNaming;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The cells that folders such as {@code year=2025} add to the rows of the files in them. */
final class FolderCells {
  private static final Pattern FOLDER = Pattern.compile("([^=]+)=(.*)", Pattern.DOTALL);

  /** A missing cell, as Hive and Spark write it. */
  private static final String MISSING = "__HIVE_DEFAULT_PARTITION__";

  private FolderCells() {}

  /** Whether a folder adds a column. */
  static boolean in(Path folder) {
    return FOLDER.matcher(folder.toString()).matches();
  }

  /**
   * The cells of a file by column, from the outermost folder inwards.
   *
   * @param file with the folders that count
   */
  static Map<String, String> of(Path file) {
    Map<String, String> cells = new LinkedHashMap<>();
    for (int i = 0; i < file.getNameCount() - 1; i++) {
      Matcher folder = FOLDER.matcher(file.getName(i).toString());
      if (folder.matches()) {
        String value = decoded(folder.group(2));
        cells.put(ColumnNaming.plain(decoded(folder.group(1))), value.equals(MISSING) ? "" : value);
      }
    }
    return cells;
  }

  /** Hive and Spark write special characters as {@code %3A}. */
  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text; // a percent sign that stands for itself
    }
  }
}
