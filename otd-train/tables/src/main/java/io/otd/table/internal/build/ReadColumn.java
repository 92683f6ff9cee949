// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.Column;
import java.util.Optional;

/**
 * A column as nearly all of its cells show it.
 *
 * @param column numbers, or texts
 * @param note for the user on how it was read, if there is anything to say
 * @param problem of its cells, if any
 * @param loses whether cells count as missing that are not, which the note then says
 */
public record ReadColumn(
    Column column, Optional<String> note, Optional<String> problem, boolean loses) {
  /** A column without a problem, with all its cells. */
  public static ReadColumn of(Column column, String note) {
    return new ReadColumn(column, Optional.of(note), Optional.empty(), false);
  }

  /** A column without a problem, and without some of its cells. */
  public static ReadColumn without(Column column, String note) {
    return new ReadColumn(column, Optional.of(note), Optional.empty(), true);
  }
}
