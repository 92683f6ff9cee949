// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.Table;
import java.util.List;

/**
 * A table with what it was read from: a file, several files, or a database.
 *
 * @param name of the file as it was given; of a database its URL
 * @param sha256 hexadecimal: of a file's bytes as they are on disk; of several files, of their
 *     digests in the order of their names; of a database or a query, of all cells in their order
 * @param table what was read
 * @param notes what a user should know of how the file was understood, possibly nothing
 */
public record DataFile(String name, String sha256, Table table, List<String> notes) {
  /** Copies the notes. */
  public DataFile {
    notes = List.copyOf(notes);
  }

  /**
   * The same file with some of its rows, which knows nothing of the others.
   *
   * @param rows their numbers, from 0, ascending
   */
  public DataFile at(int[] rows) {
    return new DataFile(name, sha256, table.at(rows), notes);
  }
}
