// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import java.util.List;

/**
 * What is stored of a predicted row.
 *
 * @param laws one per target
 * @param adaptedGroup of the row, whose intervals adapt together; empty if it is in none
 * @param group of the row, whose coverage is reported; empty if it is in none
 */
record RememberedRow(List<LawSummary> laws, String adaptedGroup, String group) {
  /** Copies the list. */
  RememberedRow {
    laws = List.copyOf(laws);
  }
}
