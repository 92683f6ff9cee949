// SPDX-License-Identifier: Apache-2.0
package io.otd.table.format;

/** The separator of the cells of a row. */
public enum CellSeparator {
  /** The one that the first lines have in common, else a comma. */
  AUTO(','),
  /** {@code ,}. */
  COMMA(','),
  /** {@code ;}. */
  SEMICOLON(';'),
  /** The tabulator. */
  TAB('\t'),
  /** {@code |}. */
  PIPE('|');

  private final char character;

  CellSeparator(char character) {
    this.character = character;
  }

  /**
   * The separator of a text.
   *
   * @param head the first lines, the last one perhaps cut short
   */
  public char in(String head) {
    return this == AUTO ? Separator.detect(head) : character;
  }
}
