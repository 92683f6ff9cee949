// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.Table;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Small files for tests. */
public final class Csv {
  private Csv() {}

  /** A small file. */
  public static Path file(Path folder, String text) throws IOException {
    return Files.writeString(folder.resolve("t.csv"), text);
  }

  /** A file whose column {@code x} has these cells, before another. */
  static Path cells(Path folder, List<String> cells) throws IOException {
    return file(
        folder, "x;y\n" + cells.stream().map(cell -> cell + ";a\n").collect(Collectors.joining()));
  }

  /** A small table. */
  public static Table table(Path folder, String text) throws IOException {
    return TableReader.read(file(folder, text), ColumnSelection.all()).table();
  }

  /** The problems of a file; empty if there are none. */
  static List<String> problems(Path file) {
    try {
      TableReader.read(file, ColumnSelection.all());
      return List.of();
    } catch (InputException e) {
      return e.problems();
    }
  }

  static List<String> problems(Path folder, String text) throws IOException {
    return problems(file(folder, text));
  }
}
