// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import io.otd.table.internal.fields.FieldPoints;
import java.util.Optional;

/**
 * What a reader calls a row: its number in the table, or field and point in the file of fields.
 *
 * @param fields the points of the fields that the rows are of; empty for a table
 */
record RowName(Optional<FieldPoints> fields) {
  /**
   * The name of a row.
   *
   * @param number in the table, from 0
   */
  String of(int number) {
    return fields
        .map(
            at ->
                "field %s, point %s".formatted(number / at.points() + 1, number % at.points() + 1))
        .orElseGet(() -> "row " + (number + 1));
  }

  /** How they are counted, a sentence. */
  String numbering() {
    return fields.isEmpty()
        ? "Rows are numbered as in the table, from 1."
        : "Fields and points are numbered as in the file, from 1.";
  }
}
