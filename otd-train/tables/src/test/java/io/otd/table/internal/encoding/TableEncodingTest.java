// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.profile.NumberProfile;
import io.otd.core.internal.profile.TextProfile;
import io.otd.core.internal.profile.TrainingProfile;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.schema.TableSchema;
import io.otd.table.Table;
import io.otd.table.problem.InputException;
import io.otd.table.read.Csv;
import io.otd.table.settings.ColumnSettings;
import io.otd.table.settings.ColumnSettings.Transform;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableEncodingTest {
  private static final String MIXED =
      """
      size,month,new,z,y
      1,jan,yes,5,10
      3,feb,no,5,30
      ,jan,yes,5,20
      1000,mar,no,5,-1000
      """;

  @TempDir Path folder;

  private static EncodingFit fit(Table table, int[] rows, Transform... transforms) {
    ColumnSettings settings = ColumnSettings.STANDARD;
    if (transforms.length > 0) {
      settings = settings.withTargetTransform(List.of(transforms));
    }
    TableRoles roles = SchemaInference.of(table, List.of("y"), settings);
    return EncodingFit.of(table, roles, settings, rows, RowWeights.equal(rows.length));
  }

  @Test
  void a_date_whose_order_is_unknown_is_refused_with_both_days() throws IOException {
    Table table = Csv.table(folder, "d,y\n2024-05-17,1\n2024-07-18,2\n2024-07-19,3\n");
    TableEncoding encoding = fit(table, new int[] {0, 1, 2}).encoding();
    Table other = Csv.table(folder, "d,y\n05/06/2024,1\n");
    assertThat(encoding.refusals(other).get(0))
        .contains("\"05/06/2024\" (expected: a date such as ")
        .contains("; this may be 2024-06-05 or 2024-05-06)");
  }

  @Test
  void rows_are_encoded_column_by_column() throws IOException {
    Table table = Csv.table(folder, MIXED);
    TableEncoding encoding = fit(table, new int[] {0, 1}).encoding();

    assertThat(encoding.schema().width()).isEqualTo(5);
    assertThat(encoding.inputs(table, new int[] {1, 0, 3, 2}))
        .containsExactly(
            1, 0, 1, -1, 0, //
            -1, 1, 0, 1, 0, //
            998, .5f, .5f, -1, 0, //
            0, 1, 0, 1, 0);
    assertThat(encoding.targets(table, new int[] {0, 1})).containsExactly(-1, 1);
    assertThat(encoding.observed(table, new int[] {3})[0]).containsExactly(-1000);
  }

  @Test
  void rows_outside_the_training_range_are_reported_with_their_columns() throws IOException {
    StringBuilder training = new StringBuilder("size,day,colour,y\n");
    for (int i = 0; i < 40; i++) {
      training.append(
          "%d.5,2025-01-%02d,%s,%d\n".formatted(i, 1 + i % 28, i % 2 == 0 ? "a" : "b", i));
    }
    Table table = Csv.table(folder, training.toString());
    int[] all = IntStream.range(0, 40).toArray();
    TableSchema schema = fit(table, all).encoding().schema();
    Table asked =
        Csv.table(
            folder,
            """
            size,day,colour
            20,2025-01-10,a
            1e6,2025-01-10,never seen
            ,,
            -1e6,2095-01-10,b
            """);

    OutsideRange outside = new OutsideRange(schema, TrainingProfile.NONE, asked);

    assertThat(outside.columns(0)).isEmpty();
    assertThat(outside.columns(1)).containsExactly("size", "colour");
    assertThat(outside.columns(2)).isEmpty();
    assertThat(outside.columns(3)).containsExactly("size", "day");
  }

  /** Counted by hand: of 40 rows, every tenth without a size, colours in turn. */
  @Test
  void a_profile_describes_the_training_rows_and_their_range() throws IOException {
    StringBuilder training = new StringBuilder("size,day,colour,y\n");
    for (int i = 0; i < 40; i++) {
      training.append(
          "%s,2025-01-%02d,%s,%d\n"
              .formatted(i % 10 == 0 ? "" : i, 1 + i % 28, i % 4 == 0 ? "a" : "b", i));
    }
    Table table = Csv.table(folder, training.toString());
    int[] all = IntStream.range(0, 40).toArray();
    TableSchema schema = fit(table, all).encoding().schema();

    TrainingProfile profile = ProfileFit.of(table, schema, all);

    assertThat(profile.rows()).isEqualTo(40);
    NumberProfile size = profile.numbers().get(0);
    assertThat(size.missing()).isEqualTo(.1);
    assertThat(size.values()).hasSize(36).startsWith(1f, 2f).endsWith(38f, 39f);
    assertThat(profile.numbers().get(1).name()).isEqualTo("day: days");
    assertThat(profile.texts().get(0))
        .isEqualTo(TextProfile.of("colour", List.of("a", "b"), List.of(10, 30), 0, 40));
    Table asked =
        Csv.table(folder, "size,day,colour\n39,2025-01-28,a\n0.5,2025-01-28,b\n,2025-01-29,a\n");
    OutsideRange outside = new OutsideRange(schema, profile, asked);
    assertThat(outside.columns(0)).isEmpty();
    assertThat(outside.columns(1)).containsExactly("size");
    assertThat(outside.columns(2)).containsExactly("day");
    // Neither is far enough out to be clipped.
    assertThat(new OutsideRange(schema, TrainingProfile.NONE, asked).columns(1)).isEmpty();
  }

  @Test
  void a_single_row_is_encoded_as_in_a_table() throws IOException {
    Table table = Csv.table(folder, MIXED);
    TableSchema schema = fit(table, new int[] {0, 1, 2}).encoding().schema();

    float[] row = schema.encode(new float[] {Float.NaN, 5}, List.of("jan", "yes"));

    assertThat(new TableEncoding(schema).inputs(table, new int[] {2})).containsExactly(row);
  }

  @Test
  void constant_and_duplicate_columns_are_reported() throws IOException {
    Table table = Csv.table(folder, "a,b,c,m,y\n1,1,7,x,1\n2,2,7,x,2\n3,3,8,x,3\n");
    EncodingFit fit = fit(table, new int[] {0, 1});

    assertThat(fit.notices())
        .containsExactly(
            "columns that are constant in the training rows: \"c\", \"m\"",
            "columns that repeat another: \"b\" is \"a\"");
  }

  @Test
  void columns_are_described_by_role_missing_cells_and_encoding() throws IOException {
    EncodingFit fit = fit(Csv.table(folder, MIXED), new int[] {0, 1, 2});

    assertThat(fit.columns().get(0).missing()).isEqualTo(1);
    assertThat(fit.columns())
        .extracting(c -> c.name() + " " + c.role())
        .containsExactly(
            "size numeric", "month categorical", "new boolean", "z numeric", "y target");
    assertThat(fit.columns().get(0).encoding()).contains("missing as 2 with an indicator");
  }

  @Test
  void a_missing_cell_is_an_error_if_its_column_had_none_in_training() throws IOException {
    TableEncoding encoding = fit(Csv.table(folder, MIXED), new int[] {0, 1}).encoding();
    Table other = Csv.table(folder, "size,month,new,z\n,jan,no,\n,,no,5\n");

    assertThatThrownBy(() -> encoding.inputs(other, new int[] {0}))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(", line 2, column \"z\": missing (expected: a number");
    assertThatThrownBy(() -> encoding.inputs(other, new int[] {1}))
        .hasMessageContaining(", line 3, column \"month\": missing (expected: a text)");
  }

  @Test
  void an_invalid_boolean_is_an_error_and_unknown_categories_are_reported() throws IOException {
    TableEncoding encoding = fit(Csv.table(folder, MIXED), new int[] {0, 1}).encoding();
    Table other = Csv.table(folder, "size,month,new,z\n1,dec,perhaps,5\n1,nov,no,5\n");

    assertThatThrownBy(() -> encoding.inputs(other, new int[] {0}))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(", line 2, column \"new\": \"perhaps\" (expected: no or yes)");
    assertThat(new UnknownCategories(encoding.schema()).add(other).notices())
        .containsExactly(
            "column \"month\": 2 of 2 rows have texts that the model does not know, such as"
                + " \"nov\"");
  }

  @Test
  void rows_of_a_block_are_reported_by_their_number_in_the_file() throws IOException {
    TableEncoding encoding = fit(Csv.table(folder, MIXED), new int[] {0, 1}).encoding();
    Table other = Csv.table(folder, "size,month,new,z\n1,dec,no,5\n1,nov,perhaps,5\n");
    Table block = new Table(other.columns(), 4000);

    assertThatThrownBy(() -> encoding.inputs(block, new int[] {0, 1}))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("row 4002, column \"new\": \"perhaps\"");
  }

  @Test
  void unknown_categories_are_counted_over_all_blocks() throws IOException {
    TableEncoding encoding = fit(Csv.table(folder, MIXED), new int[] {0, 1}).encoding();
    Table first = Csv.table(folder, "size,month,new,z\n1,dec,no,5\n1,nov,no,5\n");
    Table second = Csv.table(folder, "size,month,new,z\n1,oct,no,5\n");

    assertThat(new UnknownCategories(encoding.schema()).add(first).add(second).notices())
        .containsExactly(
            "column \"month\": 3 of 3 rows have texts that the model does not know, such as"
                + " \"oct\"");
  }

  @Test
  void a_target_without_a_logarithm_is_reported_with_its_row() throws IOException {
    Table table = Csv.table(folder, MIXED);
    TableEncoding encoding = fit(table, new int[] {0, 1}, Transform.LOG).encoding();

    assertThatThrownBy(() -> encoding.targets(table, new int[] {0, 3}))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(", line 5, target \"y\": -1000.0 (expected: above 0, for log)");
  }

  @Test
  void the_number_of_transforms_must_be_one_or_that_of_the_targets() throws IOException {
    Table table = Csv.table(folder, MIXED);

    assertThatThrownBy(() -> fit(table, new int[] {0, 1}, Transform.LOG, Transform.NONE))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("columns.target_transform: [log, none] (expected: one for all");
  }

  @Test
  void rows_without_a_target_are_rejected_or_dropped() throws IOException {
    Table table = Csv.table(folder, "a,y\n1,\n2,5\n3,\n4,8\n5,9\n6,\n7,1\n");
    List<String> targets = List.of("y");

    assertThatThrownBy(
            () -> new MissingTargets(table, targets, ColumnSettings.MissingTarget.ERROR).others())
        .isInstanceOf(InputException.class)
        .hasMessageContaining(", line 2, target \"y\": missing, and 2 more")
        .hasMessageContaining("columns.missing_target=drop");
    assertThat(new MissingTargets(table, targets, ColumnSettings.MissingTarget.DROP).others())
        .containsExactly(1, 3, 4, 6);
    Table none = Csv.table(folder, "a,y\n1,\n2,\n");
    assertThatThrownBy(
            () -> new MissingTargets(none, targets, ColumnSettings.MissingTarget.DROP).others())
        .isInstanceOf(InputException.class)
        .hasMessage(
            "data.target: no row has a value of y (expected: at least one row with all targets)");
  }
}
