// SPDX-License-Identifier: Apache-2.0
package io.otd.train.explanation;

import java.util.List;
import java.util.Optional;

/**
 * Why a model predicts what it predicts on a table. All predictions have the same masks, so that
 * differences come from the cells alone. Immutable.
 *
 * @param targets names
 * @param rows of the table that effects are averaged over
 * @param draws K, of each prediction
 * @param importance what each column is worth to the score, where it was asked for and the table
 *     has the targets
 * @param effects of the columns, in the order of the table
 * @param attributions of the rows asked for, in their order
 * @param notes what a reader should know
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
   * @throws IllegalArgumentException if there is none of this name, listing the names
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
