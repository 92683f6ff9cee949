// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.Column;
import io.otd.table.source.SourceRows;
import java.io.IOException;
import java.util.Optional;
import java.util.function.LongFunction;

/** Builds a column from the cells of a source that declares what they are. */
public sealed interface SourceCells permits SourceNumbers, SourceWholes, SourceTexts {
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
   * Notes for the user on how the cells so far were interpreted, if any.
   *
   * @param place where a row stands, from its number
   */
  default Optional<String> note(LongFunction<String> place) {
    return Optional.empty();
  }

  /** The column of the cells so far. Later cells belong to another block of rows. */
  Column build();
}
