// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.source.OpenTable;
import io.otd.table.source.SourceColumn;
import io.otd.table.source.SourceRows;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A source with listed rows: numbers as {@link Number}, missing cells as null. */
final class ListedTable implements OpenTable {
  private final List<SourceColumn> columns;
  private final List<Path> files;
  private final List<List<?>> rows;
  private boolean closed;

  ListedTable(List<SourceColumn> columns, List<Path> files, List<List<?>> rows) {
    this.columns = columns;
    this.files = files;
    this.rows = rows;
  }

  static List<?> row(@Nullable Object... cells) {
    return Arrays.asList(cells);
  }

  boolean closed() {
    return closed;
  }

  @Override
  public List<SourceColumn> columns() {
    return columns;
  }

  @Override
  public List<Path> files() {
    return files;
  }

  @Override
  public SourceRows rows(int[] wanted) {
    Iterator<List<?>> each = rows.iterator();
    return new SourceRows() {
      private List<?> row = List.of();

      @Override
      public boolean next() {
        boolean more = each.hasNext();
        row = more ? each.next() : List.of();
        return more;
      }

      @Override
      public double number(int column) {
        return row.get(wanted[column]) instanceof Number number ? number.doubleValue() : Double.NaN;
      }

      @Override
      public @Nullable String text(int column) {
        Object cell = row.get(wanted[column]);
        return cell == null ? null : cell.toString();
      }
    };
  }

  @Override
  public void close() {
    closed = true;
  }
}
