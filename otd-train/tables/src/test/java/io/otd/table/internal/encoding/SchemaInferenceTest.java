// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.problem.InputException;
import io.otd.table.read.Csv;
import io.otd.table.settings.ColumnSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaInferenceTest {
  @TempDir Path folder;

  private static final ColumnSettings STANDARD = ColumnSettings.STANDARD;

  private TableRoles roles(String text) throws IOException {
    return roles(text, STANDARD);
  }

  private TableRoles roles(String text, ColumnSettings settings) throws IOException {
    return SchemaInference.of(Csv.table(folder, text), List.of("y"), settings);
  }

  @Test
  void all_columns_except_the_targets_are_inputs_in_file_order() throws IOException {
    Table table = Csv.table(folder, "a,y,b,z\n1,2,3,4\n");
    TableRoles roles = SchemaInference.of(table, List.of("z", "y"), STANDARD);
    assertThat(roles.inputs()).containsExactly("a", "b");
    assertThat(roles.targets()).containsExactly("z", "y");
  }

  @Test
  void a_target_with_commas_is_one_column_if_it_exists_otherwise_a_list() throws IOException {
    Table table = Csv.table(folder, "\"a,y\";y;b;a\n1;2;3;4\n");
    assertThat(SchemaInference.of(table, List.of("a,y"), STANDARD).targets())
        .containsExactly("a,y");
    assertThat(SchemaInference.of(table, List.of("y, b"), STANDARD).targets())
        .containsExactly("y", "b");
  }

  @Test
  void a_wrong_target_is_reported_with_the_nearest_column() throws IOException {
    Table table = Csv.table(folder, "price,area\n1,2\n");
    assertThatThrownBy(() -> SchemaInference.of(table, List.of("prise"), STANDARD))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("data.target \"prise\": not in the table")
        .hasMessageContaining("did you mean \"price\"?");
    assertThatThrownBy(() -> SchemaInference.of(table, List.of(), STANDARD))
        .hasMessageContaining("data.target: not given");
    assertThatThrownBy(() -> SchemaInference.of(table, List.of("price", "price"), STANDARD))
        .hasMessageContaining("given twice");
    assertThatThrownBy(() -> SchemaInference.of(table, List.of("price", "area"), STANDARD))
        .hasMessageContaining("no input column");
  }

  @Test
  void roles_are_inferred_from_the_cells() throws IOException {
    TableRoles roles =
        roles(
            """
            size,month,new,flag,y
            1,jan,yes,0,1
            2.5,feb,No,1,2
            ,jan,YES,0,3
            4,,,1,4
            """);
    assertThat(roles.roles())
        .containsEntry("size", ColumnRole.NUMERIC)
        .containsEntry("month", ColumnRole.CATEGORICAL)
        .containsEntry("new", ColumnRole.BOOLEAN)
        .containsEntry("flag", ColumnRole.NUMERIC)
        .containsEntry("y", ColumnRole.TARGET);
    assertThat(roles.notices()).isEmpty();
  }

  @Test
  void row_identifiers_are_left_out_and_reported() throws IOException {
    String text = "customer_id,name,grid,when,y\n3,ann,1,7,1\n1,bob,2,8,2\n2,eve,3,9,3\n";
    TableRoles roles = roles(text);
    assertThat(roles.roles())
        .containsEntry("customer_id", ColumnRole.ID)
        .containsEntry("name", ColumnRole.ID)
        // Consecutive numbers, but with a name that may be meaningful.
        .containsEntry("grid", ColumnRole.NUMERIC)
        .containsEntry("when", ColumnRole.NUMERIC);
    assertThat(roles.inputs()).containsExactly("grid", "when");
    assertThat(roles.notices())
        .satisfiesExactly(
            n -> assertThat(n).contains("\"customer_id\"", "each once", "columns.numeric"),
            n -> assertThat(n).contains("\"name\"", "different text in each row"));
  }

  @Test
  void a_setting_wins_over_what_a_column_looks_like() throws IOException {
    String text = "id,name,zone,odd,y\n3,ann,1,7,1\n1,bob,2,8,2\n2,eve,1,9,3\n";
    TableRoles roles =
        roles(
            text,
            STANDARD
                .withNumeric(List.of("id"))
                .withCategorical(List.of("name", "zone"))
                .withId(List.of("odd")));
    assertThat(roles.roles().values())
        .containsExactly(
            ColumnRole.NUMERIC,
            ColumnRole.CATEGORICAL,
            ColumnRole.CATEGORICAL,
            ColumnRole.ID,
            ColumnRole.TARGET);
    assertThat(roles.notices()).isEmpty();
  }

  @Test
  void unknown_and_duplicate_columns_in_settings_are_reported_together() {
    assertThatThrownBy(
            () ->
                roles(
                    "month,day,y\n1,2,3\n",
                    STANDARD
                        .withNumeric(List.of("month", "dey"))
                        .withCategorical(List.of("month", "y"))))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("columns.numeric \"dey\": not in the table")
        .hasMessageContaining("did you mean \"day\"?")
        .hasMessageContaining("columns.categorical: \"month\" stands in columns.numeric too")
        .hasMessageContaining("columns.categorical: \"y\" stands in data.target too");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ja,nein", "J,N", "oui,non", "On,Off", "enabled,disabled", "sí,no"})
  void a_column_of_two_words_for_yes_and_no_is_boolean(String words) throws IOException {
    String[] both = words.split(",", -1);
    String text = "a,y\n%s,1\n%s,2\n,3\n".formatted(both[0], both[1]);

    assertThat(roles(text).roles()).containsEntry("a", ColumnRole.BOOLEAN);
    assertThat(roles(text + "perhaps,4\nperhaps,5\n").roles())
        .containsEntry("a", ColumnRole.CATEGORICAL);
  }

  @Test
  void a_counter_is_kept_if_it_is_the_only_input() throws IOException {
    String rows =
        IntStream.range(0, 30)
            .mapToObj(i -> "%d,%d,%d\n".formatted(i, i * i, i % 7))
            .collect(Collectors.joining());
    assertThat(roles("a,y,b\n" + rows).roles()).containsEntry("a", ColumnRole.ID);
    String alone = rows.replaceAll("(?m),[0-9]*$", "");
    assertThat(roles("a,y\n" + alone).roles()).containsEntry("a", ColumnRole.NUMERIC);
    assertThat(roles("a,y\n" + alone).notices()).isEmpty();
    assertThatThrownBy(() -> roles("id,y\n" + alone)).hasMessageContaining("no input column");
  }

  @Test
  void whole_numbers_that_are_all_days_of_the_calendar_are_dates() throws IOException {
    String rows =
        IntStream.range(0, 30)
            .mapToObj(i -> "1998%02d%02d,%d\n".formatted(1 + i % 12, 1 + i % 28, i))
            .collect(Collectors.joining());
    TableRoles roles = roles("d,y\n" + rows);
    assertThat(roles.roles()).containsEntry("d", ColumnRole.DATE);
    assertThat(roles.notices()).singleElement().asString().contains("19980101", "taken as dates");
    assertThat(roles("d,y\n" + rows + ",31\n").roles()).containsEntry("d", ColumnRole.DATE);
    assertThat(roles("d,y\n" + rows + "19980631,31\n").roles()).containsEntry("d", ColumnRole.DATE);
    assertThat(roles("d,y\n" + rows + "19980631,31\n19980632,32\n").roles())
        .containsEntry("d", ColumnRole.NUMERIC);
    assertThat(roles("d,y\n19980612,1\n19980613,2\n").roles())
        .containsEntry("d", ColumnRole.NUMERIC);
    assertThat(roles("d,y\n" + rows, STANDARD.withNumeric(List.of("d"))).roles())
        .containsEntry("d", ColumnRole.NUMERIC);
  }

  @Test
  void a_target_of_two_words_is_asked_for_as_numbers() {
    Table table =
        Table.of(NumericColumn.of("x", 1, 2, 3), TextColumn.of("y", "true", "false", "true"));
    assertThatThrownBy(() -> SchemaInference.of(table, List.of("y"), ColumnSettings.STANDARD))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("(expected: numbers; 1 for true and 0 for false)");
  }
}
