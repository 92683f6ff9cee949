// SPDX-License-Identifier: Apache-2.0
package io.otd.app.table;

import io.otd.table.format.CellSeparator;
import io.otd.table.format.DecimalMark;
import io.otd.table.format.HeaderRule;
import io.otd.table.format.TableFormat;
import io.otd.table.format.TextEncoding;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a table is written down, where it is not to be found out. */
public final class TableOptions {
  @Option(
      names = "--separator",
      paramLabel = "WORD",
      description = "Cell separator: auto, comma, semicolon, tab or pipe. Default: auto.")
  private CellSeparator separator = TableFormat.AUTO.separator();

  @Option(
      names = "--decimal",
      paramLabel = "WORD",
      description = "Decimal mark: auto, point or comma. Default: auto.")
  private DecimalMark decimal = TableFormat.AUTO.decimal();

  @Option(
      names = "--header",
      paramLabel = "WORD",
      description = "Row of column names: auto, present or absent. Default: auto.")
  private HeaderRule header = TableFormat.AUTO.header();

  @Option(
      names = "--encoding",
      paramLabel = "WORD",
      description =
          "Text encoding: auto, utf_8, utf_16, iso_8859_1 or windows_1252. Default: " + "auto.")
  private TextEncoding encoding = TableFormat.AUTO.encoding();

  @Option(
      names = "--skip-lines",
      paramLabel = "N",
      description = "Lines of a text file before the table, such as a title. Default: 0.")
  private int skip = TableFormat.AUTO.skip();

  @Option(
      names = "--missing",
      split = ",",
      paramLabel = "TEXT",
      description = "Spellings of a missing cell. Default: NA,N/A,#N/A,NaN,null,?.")
  private List<String> missing = TableFormat.AUTO.missing();

  @Option(
      names = "--query",
      paramLabel = "SQL",
      description =
          "SQL query whose result is the table. It runs over the database of --data, over"
              + " its files under the name data, "
              + "or over files that the query names.")
  private @Nullable String query;

  /** The query whose result is the table, if one is given. */
  public Optional<String> query() {
    return Optional.ofNullable(query);
  }

  /** Whether the user set any of them. */
  public boolean given() {
    return query != null || !format().equals(TableFormat.AUTO);
  }

  /** How the text of the table is read. */
  public TableFormat format() {
    return new TableFormat(separator, decimal, header, encoding, skip, missing);
  }
}
