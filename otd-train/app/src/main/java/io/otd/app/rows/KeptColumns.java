// SPDX-License-Identifier: Apache-2.0
package io.otd.app.rows;

import io.otd.table.read.ColumnReading;
import io.otd.table.read.ColumnSelection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Columns that stand beside the predictions, so that they can be joined with their rows.
 *
 * @param identifiers that only named rows in training; kept if the table has them
 * @param option by which the user names others
 * @param named by the user; the table must have them
 */
public record KeptColumns(List<String> identifiers, String option, List<String> named) {
  /** No columns. */
  public static final KeptColumns NONE = new KeptColumns(List.of(), "", List.of());

  /** Copies the lists. */
  public KeptColumns {
    identifiers = List.copyOf(identifiers);
    named = List.copyOf(named);
  }

  /** A selection with these columns, as texts where it does not read them already. */
  public ColumnSelection.Typed of(ColumnSelection.Typed columns) {
    ColumnSelection.Typed all = columns;
    for (String name : identifiers) {
      all = all.withOptional(name, ColumnReading.TEXT);
    }
    for (String name : named) {
      all = all.with(option, name, ColumnReading.TEXT);
    }
    return all;
  }

  /**
   * Those that a table has, identifiers first.
   *
   * @param names of the columns that were read
   */
  public List<String> among(List<String> names) {
    Set<String> all = new LinkedHashSet<>(identifiers);
    all.addAll(named);
    return all.stream().filter(names::contains).toList();
  }
}
