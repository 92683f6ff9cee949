// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.source;

import java.nio.file.Path;
import java.util.Map;

/**
 * One file of a table.
 *
 * @param name in messages
 * @param path from which it is read
 * @param cells of the columns that its folders add, such as {@code year=2025}, the same in all its
 *     rows; an empty one is missing
 */
public record SourceFile(String name, Path path, Map<String, String> cells) {
  /** Copies the cells. */
  public SourceFile {
    cells = Map.copyOf(cells);
  }
}
