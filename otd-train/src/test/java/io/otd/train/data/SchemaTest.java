package io.otd.train.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.schema.TableSchema;
import io.otd.train.problem.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaTest {
  @TempDir Path folder;

  @Test
  void all_columns_but_the_targets_are_inputs_in_the_order_of_the_file() throws IOException {
    Table table = Csv.table(folder, "a,y,b,z\n1,2,3,4\n");
    assertThat(SchemaInference.of(table, List.of("z", "y")))
        .isEqualTo(new TableSchema(List.of("a", "b"), List.of("z", "y")));
  }

  @Test
  void an_entry_with_commas_is_a_column_if_there_is_one_else_a_list() throws IOException {
    Table table = Csv.table(folder, "\"a,y\";y;b;a\n1;2;3;4\n");
    assertThat(SchemaInference.of(table, List.of("a,y")).targets()).containsExactly("a,y");
    assertThat(SchemaInference.of(table, List.of("y, b")).targets()).containsExactly("y", "b");
  }

  @Test
  void a_wrong_target_is_told_with_the_nearest_column() throws IOException {
    Table table = Csv.table(folder, "price,area\n1,2\n");
    assertThatThrownBy(() -> SchemaInference.of(table, List.of("prise")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("target column \"prise\"")
        .hasMessageContaining("did you mean \"price\"?");
    assertThatThrownBy(() -> SchemaInference.of(table, List.of()))
        .hasMessageContaining("data.target: none given");
    assertThatThrownBy(() -> SchemaInference.of(table, List.of("price", "price")))
        .hasMessageContaining("given twice");
    assertThatThrownBy(() -> SchemaInference.of(table, List.of("price", "area")))
        .hasMessageContaining("no input column");
  }

  @Test
  void the_scaling_knows_the_training_rows_alone() throws IOException {
    Table table = Csv.table(folder, "a,y\n1,10\n3,30\n1000,-1000\n");
    TableSchema schema = SchemaInference.of(table, List.of("y"));
    TableScaling scaling = TableScaling.fit(table, schema, new int[] {0, 1});
    assertThat(scaling.inputs().mean()).containsExactly(2.0);
    assertThat(scaling.inputs().scale()).containsExactly(1.0);
    assertThat(scaling.targets().scale()).containsExactly(10.0);
    assertThat(scaling.standardizedInputs(table, new int[] {1, 0, 2})).containsExactly(1, -1, 998);
    assertThat(scaling.standardizedTargets(table, new int[] {0})).containsExactly(-1);
    assertThat(scaling.observed(table, new int[] {2})[0]).containsExactly(-1000);
  }

  @Test
  void a_constant_column_becomes_zeros_and_a_tiny_unit_is_no_constant() throws IOException {
    Table table = Csv.table(folder, "a,b,y\n5,1e-15,1\n5,3e-15,2\n");
    TableSchema schema = SchemaInference.of(table, List.of("y"));
    float[] x =
        TableScaling.fit(table, schema, new int[] {0, 1})
            .standardizedInputs(table, new int[] {0, 1});
    assertThat(x).containsExactly(new float[] {0, -1, 0, 1}, within(1e-6f));
  }

  @Test
  void a_column_is_constant_in_some_rows_whatever_the_others_hold() {
    NumericColumn column = new NumericColumn("a", new double[] {1, 2, 2, 2});
    assertThat(column.constant(new int[] {1, 3})).isTrue();
    assertThat(column.constant(new int[] {0, 1, 2, 3})).isFalse();
  }

  @Test
  void given_folds_are_read() throws IOException {
    assertThat(FoldsFile.read(Csv.file(folder, "fold\n0\n3\n1\n"), 1).repeats().get(0))
        .containsExactly(0, 3, 1);
    assertThatThrownBy(() -> FoldsFile.read(Csv.file(folder, "fold\n0\n0.5\n"), 1))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("row 2: fold 0.5 (expected: a whole number)");
    assertThatThrownBy(() -> FoldsFile.read(Csv.file(folder, "part\n0\n"), 1))
        .hasMessageContaining("column \"fold\": not in the file");
  }

  @Test
  void the_shared_tables_are_read_with_their_sizes_and_digests() {
    Path shared = Path.of("..", "..", "shared", "data");
    Assumptions.assumeTrue(Files.isDirectory(shared), "no ../shared/data");
    DataFile concrete = CsvReader.read(shared.resolve("concrete/data.csv"), ColumnSelection.all());
    assertThat(concrete.table().rows()).isEqualTo(1030);
    assertThat(concrete.table().columns()).hasSize(9);
    assertThat(concrete.sha256())
        .isEqualTo("4eabca2c3f35edd1b8a1561ca1b19abf76757087db71af6ce13f5970d16fb5c3");
    DataFile superconductor =
        CsvReader.read(
            shared.resolve("superconductor/partial_4252_of_21263_rows.csv.gz"),
            ColumnSelection.all());
    assertThat(superconductor.table().rows()).isEqualTo(4252);
    assertThat(superconductor.table().columns()).hasSize(82);
    assertThat(FoldsFile.read(shared.resolve("concrete/folds.csv"), 1).repeats().get(0))
        .hasSize(1030);
  }
}
