// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.otd.core.internal.files.DurableFiles;
import io.otd.table.Column;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Writes a table as CSV, so that reading it gives the same numbers and texts. */
public final class TableCsv {
  private TableCsv() {}

  /**
   * Writes a file, or replaces it. A missing cell is empty.
   *
   * @param table what is written: at least two columns, since a line without text is no row
   * @param file its path, in a directory that exists
   */
  public static void write(Table table, Path file) throws IOException {
    List<TextColumn> columns = table.columns().stream().map(Column::texts).toList();
    DurableFiles.replace(
        file,
        out -> {
          Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
          CsvWriter csv =
              CsvWriter.builder().bufferSize(0).lineDelimiter(LineDelimiter.LF).build(text);
          csv.writeRecord(table.names());
          for (int row = 0; row < table.rows(); row++) {
            int at = row;
            csv.writeRecord(columns.stream().map(column -> column.text(at)).toList());
          }
          text.flush();
        });
  }
}
