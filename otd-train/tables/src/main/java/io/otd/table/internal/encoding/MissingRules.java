// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.schema.MissingRule;
import io.otd.table.Column;

/** The treatment of a missing cell of a column. */
final class MissingRules {
  private MissingRules() {}

  /**
   * By where cells are missing: that a table has missing cells is known of its file, as is the kind
   * of a column; an input for it needs training rows.
   *
   * @param column all rows
   * @param inTraining whether a training row has a missing cell
   */
  static MissingRule of(Column column, boolean inTraining) {
    if (inTraining) {
      return MissingRule.INDICATED;
    }
    return column.missingCells() > 0 ? MissingRule.FILLED : MissingRule.REFUSED;
  }
}
