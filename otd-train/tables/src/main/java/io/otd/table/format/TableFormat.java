// SPDX-License-Identifier: Apache-2.0
package io.otd.table.format;

import java.util.List;

/**
 * How a table is written down. Only the encoding and the missing cells apply to an ARFF file, which
 * declares the rest itself.
 *
 * @param separator between cells
 * @param decimal mark of numbers
 * @param header whether there is one
 * @param encoding of the text
 * @param missing spellings of missing cells, case ignored, besides the empty cell
 */
public record TableFormat(
    CellSeparator separator,
    DecimalMark decimal,
    HeaderRule header,
    TextEncoding encoding,
    List<String> missing) {
  /** Spellings of missing cells where nothing else is said. */
  public static final List<String> MISSING = List.of("NA", "N/A", "#N/A", "NaN", "null", "?");

  /** Everything found out from the file. */
  public static final TableFormat AUTO =
      new TableFormat(
          CellSeparator.AUTO, DecimalMark.AUTO, HeaderRule.AUTO, TextEncoding.AUTO, MISSING);

  /** Copies the list. */
  public TableFormat {
    missing = List.copyOf(missing);
  }
}
