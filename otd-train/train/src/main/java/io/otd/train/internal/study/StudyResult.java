// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.study;

import java.util.List;
import java.util.Optional;

/**
 * The results of a study.
 *
 * @param <R> result of an item
 * @param each of the items, in their order; empty for one that did not finish
 */
public record StudyResult<R>(List<Optional<R>> each) {
  /** Keeps the list. */
  public StudyResult {
    each = List.copyOf(each);
  }

  /** The results of all items; empty if the study was stopped before. */
  public Optional<List<R>> complete() {
    List<R> results = each.stream().flatMap(Optional::stream).toList();
    return results.size() == each.size() ? Optional.of(results) : Optional.empty();
  }
}
