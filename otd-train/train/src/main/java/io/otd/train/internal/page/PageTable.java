// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** A table that is put together row by row. */
public final class PageTable {
  private final List<String> head;
  private final List<List<Block.Cell>> rows = new ArrayList<>();

  /**
   * Without a row yet.
   *
   * @param head names of the columns: texts, or collections of texts
   */
  public PageTable(Object... head) {
    this.head = flat(head).map(String::valueOf).toList();
  }

  /**
   * Adds a row.
   *
   * @param cells texts, {@link Block.Cell}s, or collections of either
   */
  public PageTable add(Object... cells) {
    rows.add(
        flat(cells)
            .map(cell -> cell instanceof Block.Cell made ? made : Block.Cell.of((String) cell))
            .toList());
    return this;
  }

  /** Whether there is no row yet. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  private static Stream<?> flat(Object... cells) {
    return Arrays.stream(cells)
        .flatMap(
            cell -> cell instanceof Collection<?> several ? several.stream() : Stream.of(cell));
  }

  /**
   * The table.
   *
   * @param note below it, possibly empty
   */
  public Block.Table table(String note) {
    return new Block.Table(head, rows, note);
  }
}
