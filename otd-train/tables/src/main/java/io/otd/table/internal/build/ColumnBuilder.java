// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.Column;
import java.util.Optional;
import java.util.function.LongFunction;

/** Builds one column of a table, or of blocks of its rows, from its cells in their order. */
public sealed interface ColumnBuilder
    permits InferredColumn, NumberBuilder, NominalBuilder, TextBuilder, CodeBuilder, DateBuilder {
  /**
   * The next cell.
   *
   * @param line in which its row begins, see {@link LinePlaces}
   * @param text holds it, without blanks around it
   * @param from its first character
   * @param to after its last
   */
  void add(long line, char[] text, int from, int to);

  /**
   * Problems of the cells so far, if any.
   *
   * @param place where a line stands
   */
  default Optional<String> problem(LongFunction<String> place) {
    return Optional.empty();
  }

  /**
   * Why the numbers so far are rather codes, whose texts are needed; empty if they are not.
   *
   * @param place where a line stands
   */
  default Optional<String> codes(LongFunction<String> place) {
    return Optional.empty();
  }

  /** Whether the texts of earlier cells are needed after all: the file has to be read again. */
  default boolean needsTexts() {
    return false;
  }

  /**
   * The column of the cells so far. Later cells belong to another block of rows; known problems are
   * kept.
   */
  Column build();
}
