// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.Table;
import java.nio.file.Path;
import java.util.List;

/**
 * A table with the file it was read from.
 *
 * @param path of the file
 * @param sha256 of the file's bytes as they are on disk, hexadecimal
 * @param table what was read
 * @param notes what a user should know of how the file was understood, possibly nothing
 */
public record DataFile(Path path, String sha256, Table table, List<String> notes) {
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
    return new DataFile(path, sha256, table.at(rows), notes);
  }
}
