// SPDX-License-Identifier: Apache-2.0
package io.otd.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.files.ClassResource;
import io.otd.table.NumericColumn;
import io.otd.table.format.TableFormat;
import io.otd.table.problem.InputException;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.DataFile;
import io.otd.table.read.TableReader;
import io.otd.table.source.TableAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers of Parquet files that a double does not hold, and an index of their rows. */
class ParquetNumbersTest {
  @TempDir private Path folder;

  private Path written(String query) throws Exception {
    return EngineFile.parquet(folder.resolve("t.parquet"), query);
  }

  @Test
  void decimals_with_more_digits_than_a_double_holds_are_rounded_and_named() throws Exception {
    DataFile file =
        TableReader.read(
            written(
                "select x::decimal(30, 2) as x from (values (1.5), (9007199254740993.25)) t(x)"));
    assertThat(file.table().numbers("x")).containsExactly(1.5, 9007199254740994.0);
    assertThat(file.notes())
        .singleElement()
        .asString()
        .contains("row 2 of ", "\"9007199254740993.25\", the first as 9007199254740994");
  }

  @Test
  void a_whole_number_that_stands_for_a_missing_one_is_missing_and_named() throws Exception {
    DataFile file =
        TableReader.read(
            written(
                "select case when range = 7 then 9223372036854775807 else range % 9 end as x"
                    + " from range(40)"));
    assertThat(file.table().column("x")).isInstanceOf(NumericColumn.class);
    assertThat(file.table().column("x").missing(7)).isTrue();
    assertThat(file.notes())
        .singleElement()
        .asString()
        .contains("row 8 of ", "1 of 40 numbers has more digits", "9223372036854775807");
  }

  @Test
  void an_infinite_number_is_named_and_does_not_prevent_a_look_at_the_table() throws Exception {
    Path path =
        written("select case when range = 3 then 'inf'::double else range end as x from range(9)");
    assertThatThrownBy(() -> TableReader.read(path)).isInstanceOf(InputException.class);
    DataFile file = TableReader.read(path, ColumnSelection.toShow());
    assertThat(file.table().column("x").missing(3)).isTrue();
    assertThat(file.notes())
        .singleElement()
        .asString()
        .contains("row 4 of ", "column \"x\": \"Infinity\" (expected: a finite number)");
  }

  @Test
  void the_index_of_a_data_frame_is_known() throws Exception {
    Path path = folder.resolve("t.parquet");
    EngineFile.run(
        ("copy (select 100 * range * range as customer, range as x from range(40)) to '%s'"
                + " (format parquet, kv_metadata {pandas: '{\"columns\": [{\"name\": \"x\"}],"
                + " \"index_columns\": [\"customer\", {\"kind\": \"range\"}]}'})")
            .formatted(path));
    assertThat(TableReader.read(path).table().rowNames()).containsExactly("customer");
    TableAddress query = TableAddress.file(path).withQuery("select customer, x from data");
    assertThat(TableReader.read(query, ColumnSelection.all(), TableFormat.AUTO).table().rowNames())
        .containsExactly("customer");
    assertThat(TableReader.read(written("select 1 as x")).table().rowNames()).isEmpty();
  }

  /** Written by pyarrow: decimal256(45, 0), (60, 30) and (40, 3). */
  private Path wide() throws Exception {
    return Files.write(
        folder.resolve("wide.parquet"), ClassResource.bytes(getClass(), "decimal256.parquet"));
  }

  @Test
  void whole_decimals_of_more_than_38_digits_are_refused_where_they_are_read() throws Exception {
    Path file = wide();
    assertThatThrownBy(() -> TableReader.read(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("column \"id\": decimals of more than 38 digits");
    for (String query :
        List.of("select * from data", "select id as k from data", "select id + 1 as k from data")) {
      TableAddress address = TableAddress.file(file).withQuery(query);
      assertThatThrownBy(() -> TableReader.read(address, ColumnSelection.all(), TableFormat.AUTO))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("STRUCT(\"decimals of more than 38 digits\" DOUBLE)");
    }
    TableAddress without = TableAddress.file(file).withQuery("select y from data");
    assertThat(TableReader.read(without, ColumnSelection.all(), TableFormat.AUTO).table().rows())
        .isEqualTo(40);
  }

  @Test
  void other_decimals_of_more_than_38_digits_are_rounded_with_a_note() throws Exception {
    ColumnSelection used = new ColumnSelection.Except(Set.of("id", "neg"));
    TableAddress file = TableAddress.file(wide());
    TableAddress query = file.withQuery("select m, y from data");
    String note = "column \"m\": decimals of more than 38 digits, rounded to 15 digits";

    assertThat(TableReader.read(file, used, TableFormat.AUTO).notes()).containsExactly(note);
    assertThat(TableReader.read(query, ColumnSelection.all(), TableFormat.AUTO).notes())
        .containsExactly(note);
  }
}
