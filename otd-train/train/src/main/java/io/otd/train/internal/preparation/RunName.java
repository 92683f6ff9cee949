// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.preparation;

import io.otd.table.internal.source.FileKind;
import io.otd.table.internal.url.DatabaseUrl;
import java.nio.file.Path;

/** How runs on a table are called. */
final class RunName {
  private RunName() {}

  /**
   * The name of a file without ending; that of its folder for a file named {@code data} and for a
   * pattern of names; that of a database, or of the table in it.
   *
   * @param table the name of the table as messages have it
   */
  static String of(String table) {
    String plain =
        (DatabaseUrl.isMeantBy(table) ? ofDatabase(table) : ofFile(Path.of(table)))
            .replaceAll("[^A-Za-z0-9._-]+", "_");
    return plain.isEmpty() ? "table" : plain;
  }

  private static String ofDatabase(String url) {
    return DatabaseUrl.parameter(url, "table")
        .orElseGet(() -> url.replaceFirst("[?;].*", "").replaceFirst(".*[/:]", ""));
  }

  private static String ofFile(Path table) {
    Path file = table.toAbsolutePath();
    while (FileKind.isPattern(String.valueOf(file.getFileName())) && file.getParent() != null) {
      file = file.getParent();
    }
    String name = String.valueOf(file.getFileName()).replaceFirst("(\\.[A-Za-z]+)+$", "");
    Path folder = file.getParent();
    return name.equals("data") && folder != null && folder.getFileName() != null
        ? folder.getFileName().toString()
        : name;
  }
}
