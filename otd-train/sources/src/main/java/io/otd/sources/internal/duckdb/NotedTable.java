// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.duckdb;

import io.otd.table.source.OpenTable;
import io.otd.table.source.SourceColumn;
import io.otd.table.source.SourceNote;
import io.otd.table.source.SourceRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A table that the engine reads, with notes on its files. */
record NotedTable(
    OpenTable read,
    List<SourceColumn> columns,
    Set<String> rowNames,
    Map<String, String> repeats,
    List<SourceNote> notes)
    implements OpenTable {
  @Override
  public List<Path> files() {
    return read.files();
  }

  @Override
  public SourceRows rows(int[] wanted) throws IOException {
    return read.rows(wanted);
  }

  @Override
  public void close() throws IOException {
    read.close();
  }
}
