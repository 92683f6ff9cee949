// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.core.internal.files.DurableFiles;
import io.otd.core.internal.files.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Metadata of a table, in a separate file: {@code t.arff.card.json} next to {@code t.arff}.
 *
 * @param format version of this file
 * @param source of the table, e.g. {@code openml:4353}
 * @param name of the data set
 * @param licence of the data, empty if unknown
 * @param target default columns to predict, possibly none
 * @param ignore columns to leave out
 * @param folds name of a file of folds next to the table, empty if there is none
 * @param sha256 of the table, hexadecimal
 */
public record TableCard(
    int format,
    String source,
    String name,
    String licence,
    List<String> target,
    List<String> ignore,
    String folds,
    String sha256) {
  /** The version written by this program. */
  public static final int FORMAT = 1;

  private static final String ENDING = ".card.json";

  /** Copies the lists. */
  public TableCard {
    target = List.copyOf(target);
    ignore = List.copyOf(ignore);
  }

  /** The name of the file that describes a table. */
  public static Path beside(Path table) {
    return table.resolveSibling(table.getFileName() + ENDING);
  }

  /**
   * The description of a table, if there is one.
   *
   * @throws IOException if it is broken
   */
  public static Optional<TableCard> of(Path table) throws IOException {
    Path file = beside(table);
    return Files.exists(file)
        ? Optional.of(StrictJson.read(file, FORMAT, TableCard.class))
        : Optional.empty();
  }

  /** Writes the description of a table. */
  public void write(Path table) throws IOException {
    DurableFiles.replace(beside(table), StrictJson.write(this));
  }
}
