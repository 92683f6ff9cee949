// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.Table;
import io.otd.table.source.SourceNote;
import java.util.List;
import java.util.Map;

/**
 * A table with its source: a file, several files, or a database.
 *
 * @param name of the file as given; for a database its URL
 * @param sha256 hexadecimal digest: for a file, of its bytes on disk; for several files, of their
 *     digests in the order of their names; for a database or a query, of all cells in their order
 * @param table the table
 * @param notes for the user on how the file was interpreted, possibly none
 * @param ofColumns those of the notes that are about a column each
 * @param repeats columns that were renamed because another has their name: how it is written, by
 *     the name in the table
 */
public record DataFile(
    String name,
    String sha256,
    Table table,
    List<String> notes,
    List<SourceNote> ofColumns,
    Map<String, String> repeats) {
  /** Copies the collections. */
  public DataFile {
    notes = List.copyOf(notes);
    ofColumns = List.copyOf(ofColumns);
    repeats = Map.copyOf(repeats);
  }

  /** A file without notes on its columns. */
  public DataFile(String name, String sha256, Table table, List<String> notes) {
    this(name, sha256, table, notes, List.of(), Map.of());
  }

  /** The same file with other columns or rows of its table. */
  public DataFile with(Table other) {
    return new DataFile(name, sha256, other, notes, ofColumns, repeats);
  }

  /**
   * The same file with some of its rows, independent of the others.
   *
   * @param rows their numbers, from 0, ascending
   */
  public DataFile at(int[] rows) {
    return with(table.at(rows));
  }
}
