// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.json;

import io.otd.table.internal.source.SourceFile;
import io.otd.table.internal.source.SourceFiles;
import io.otd.table.problem.InputException;
import io.otd.table.source.OpenTable;
import io.otd.table.source.SourceColumn;
import io.otd.table.source.SourceColumn.Kind;
import io.otd.table.source.SourceRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table of JSON objects, read twice: first for its columns, which are the keys of all objects,
 * then for its rows. A key that an object lacks is a missing cell. A column with numbers and texts
 * is one of texts.
 */
public final class JsonTable implements OpenTable {
  private final SourceFiles files;
  private final List<SourceColumn> columns;
  private final JsonRows rows;

  private JsonTable(SourceFiles files, List<SourceColumn> columns) {
    this.files = files;
    this.columns = columns;
    this.rows = new JsonRows(files.files(), columns);
  }

  /**
   * Reads the columns.
   *
   * @throws InputException if a file is broken, or there is no object with a key
   * @throws IOException if one cannot be read
   */
  public static JsonTable of(SourceFiles files) throws IOException {
    Map<String, JsonColumn> found = new LinkedHashMap<>();
    for (SourceFile file : files.files()) {
      try (JsonObjects objects = JsonObjects.of(file, true)) {
        boolean more = true;
        while (more) {
          more =
              objects.next(
                  (key, value) -> found.computeIfAbsent(key, added -> new JsonColumn()).add(value));
        }
      }
    }
    if (found.isEmpty()) {
      throw new InputException(files.name() + ": no JSON object with a key (expected: rows)");
    }
    found.keySet().removeAll(files.added());
    List<SourceColumn> columns = new ArrayList<>();
    found.forEach((key, column) -> columns.add(column.column(key)));
    for (String added : files.added()) {
      columns.add(
          new SourceColumn(
              added, files.isNumeric(added) ? Kind.NUMBER : Kind.TEXT, "name of a folder"));
    }
    return new JsonTable(files, columns);
  }

  @Override
  public List<SourceColumn> columns() {
    return columns;
  }

  @Override
  public List<Path> files() {
    return files.paths();
  }

  @Override
  public SourceRows rows(int[] wanted) {
    rows.select(wanted);
    return rows;
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
