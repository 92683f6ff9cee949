// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.schema.InputColumn;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A fitted input column, and notices of the fit.
 *
 * @param column the encoding
 * @param notices what a user should know, possibly nothing
 * @param clamped the training values beyond the bounds, if there are any
 */
record FittedInput(InputColumn column, List<String> notices, Optional<Clamped> clamped) {
  /** Of so many columns, each is described; of more, one line names them. */
  private static final int FEW = 2;

  private static final int NAMED = 5;

  FittedInput {
    notices = List.copyOf(notices);
  }

  FittedInput(InputColumn column, List<String> notices) {
    this(column, notices, Optional.empty());
  }

  /**
   * Training values beyond the bounds of a column.
   *
   * @param column its name
   * @param values how many
   * @param notice what a user should know
   */
  record Clamped(String column, int values, String notice) {}

  /** The notices on training values beyond the bounds of columns; one line for many columns. */
  static List<String> clamped(List<Clamped> columns) {
    if (columns.size() <= FEW) {
      return columns.stream().map(Clamped::notice).toList();
    }
    String named =
        columns.stream()
            .limit(NAMED)
            .map(c -> "\"%s\" %s".formatted(c.column(), c.values()))
            .collect(Collectors.joining(", "));
    int more = columns.size() - NAMED;
    return List.of(
        "%s columns have training values beyond their bounds, which count as the nearest bound"
                .formatted(columns.size())
            + " (columns.bound): "
            + named
            + (more > 0 ? " and %s more".formatted(more) : ""));
  }
}
