// SPDX-License-Identifier: Apache-2.0
package io.otd.train.explanation;

import java.util.List;
import java.util.Optional;

/**
 * An explanation of a model's predictions on a table. All predictions use the same masks, so
 * differences come from the cells alone. Immutable.
 *
 * @param targets names
 * @param rows of the table that effects are averaged over
 * @param draws K, of each prediction
 * @param importance what each column is worth to the score, if requested and if the table has the
 *     targets
 * @param effects of the columns, in the order of the table
 * @param attributions of the requested rows, in their order
 * @param notes for the reader
 */
public record Explanation(
    List<String> targets,
    int rows,
    int draws,
    Optional<ScoreImportance> importance,
    List<ColumnEffect> effects,
    List<RowAttribution> attributions,
    List<String> notes) {
  /** Keeps the order. */
  public Explanation {
    targets = List.copyOf(targets);
    effects = List.copyOf(effects);
    attributions = List.copyOf(attributions);
    notes = List.copyOf(notes);
  }

  /**
   * The effect of one column.
   *
   * @throws IllegalArgumentException if there is no score of this name, listing the names
   */
  public ColumnEffect effect(String column) {
    return effects.stream()
        .filter(effect -> effect.column().equals(column))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "effect of column \"%s\": none (expected: one of %s)"
                        .formatted(column, effects.stream().map(ColumnEffect::column).toList())));
  }
}
