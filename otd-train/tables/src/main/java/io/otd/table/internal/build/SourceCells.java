// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.core.internal.text.NumberText;
import io.otd.table.Column;
import io.otd.table.source.SourceRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Builds one column of a table, or of blocks of its rows, from its cells in their order. Those of a
 * source are numbers or texts, those of a text file are texts.
 */
public sealed interface SourceCells permits ColumnBuilder, DeclaredNumbers {
  /** Columns whose problems are shown. */
  int MAX_COLUMNS = 20;

  /**
   * The next cell.
   *
   * @param rows positioned at the row
   * @param column its place there
   * @param row its number, from 1
   * @throws IOException if it cannot be read
   */
  void add(SourceRows rows, int column, long row) throws IOException;

  /**
   * Problems of the cells so far, if any.
   *
   * @param place where a row stands, from its number
   */
  default Optional<String> problem(LongFunction<String> place) {
    return Optional.empty();
  }

  /**
   * Problems of the columns of a table, of the first that have any.
   *
   * @param place where a row stands, from its number
   */
  static List<String> problems(
      String table, List<? extends SourceCells> columns, LongFunction<String> place) {
    List<String> problems = new ArrayList<>();
    columns.forEach(column -> column.problem(place).ifPresent(problems::add));
    int more = problems.size() - MAX_COLUMNS;
    if (more > 0) {
      problems.subList(MAX_COLUMNS, problems.size()).clear();
      problems.add(
          "%s: %s with such cells".formatted(table, NumberText.counted(more, "more column")));
    }
    return problems;
  }

  /**
   * Notes for the user on how the cells so far were interpreted, if any.
   *
   * @param place where a row stands, from its number
   */
  default Optional<String> note(LongFunction<String> place) {
    return Optional.empty();
  }

  /** Whether cells so far count as missing though they are not, which the note then says. */
  default boolean loses() {
    return false;
  }

  /**
   * The column of the cells so far. Later cells belong to another block of rows; known problems are
   * kept.
   */
  Column build();
}
