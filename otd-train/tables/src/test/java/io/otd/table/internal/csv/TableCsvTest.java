// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.table.Column;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.read.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableCsvTest {
  @TempDir Path folder;

  @Test
  void numbers_texts_and_missing_cells_are_read_back_as_they_were() throws IOException {
    Column numbers =
        new NumericColumn("a, b", new double[] {1, Double.NaN, .1, -1.0 / 3, 1.7e-300, 123456789});
    Column texts = TextColumn.of("\"läufe\"", "x,y", "", "\"", "two\nlines", " ", "x,y");
    Path file = folder.resolve("table.csv");
    Files.writeString(file, "what was there");
    TableCsv.write(Table.of(numbers, texts), file);

    Table read = TableReader.read(file).table();
    assertThat(read.names()).containsExactly("a, b", "\"läufe\"");
    assertThat(read.column("a, b").numbers()).isEqualTo(numbers.numbers());
    TextColumn back = read.column("\"läufe\"").texts();
    for (int row = 0; row < texts.rows(); row++) {
      assertThat(back.text(row)).isEqualTo(texts.texts().text(row).strip());
    }
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }
}
