// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import io.otd.table.problem.ColumnNames;
import io.otd.table.problem.InputException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The units that are changed together: single columns, and groups, which are at the position of
 * their first column.
 *
 * @param columns names of all columns
 * @param players at least one; names of the columns of each
 */
record Players(List<String> columns, List<List<String>> players) {
  /**
   * Forms the groups.
   *
   * @param columns names of all columns
   * @param groups of different columns
   * @throws InputException if there is no such column
   */
  static Players of(List<String> columns, List<Set<String>> groups) {
    List<List<String>> players = new ArrayList<>();
    Set<String> placed = new HashSet<>();
    for (Set<String> group : groups) {
      requireKnown("group", group, columns);
    }
    for (String column : columns) {
      if (!placed.contains(column)) {
        List<String> together =
            groups.stream()
                .filter(group -> group.contains(column))
                .findFirst()
                .map(group -> columns.stream().filter(group::contains).toList())
                .orElse(List.of(column));
        players.add(together);
        placed.addAll(together);
      }
    }
    return new Players(columns, players);
  }

  /**
   * Checks names given by a user.
   *
   * @param what they are for, for the message
   * @throws InputException with those that are not input columns
   */
  static void requireKnown(String what, Collection<String> names, List<String> columns) {
    InputException.throwIfAny(ColumnNames.unknown(what, names, columns, "an input of the model"));
  }

  /** Number of cells. */
  int size() {
    return players.size();
  }

  /** Name of one. */
  String name(int player) {
    return String.join(" + ", players.get(player));
  }

  /** No column. */
  boolean[] none() {
    return new boolean[columns.size()];
  }

  /** The columns of one. */
  boolean[] taken(int player) {
    return with(none(), player);
  }

  /** The columns of some, and those of one more. */
  boolean[] with(boolean[] some, int player) {
    boolean[] more = some.clone();
    for (String column : players.get(player)) {
      more[columns.indexOf(column)] = true;
    }
    return more;
  }
}
