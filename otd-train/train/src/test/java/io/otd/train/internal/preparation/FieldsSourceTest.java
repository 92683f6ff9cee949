// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.preparation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.internal.fields.FieldPoints;
import io.otd.table.internal.fields.FieldsFile;
import io.otd.table.internal.fields.ParametricFields;
import io.otd.table.internal.numpy.NpyArray;
import io.otd.table.internal.split.MemberRows;
import io.otd.table.problem.InputException;
import io.otd.train.internal.network.TrainingRows;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FieldsSourceTest {
  private static final int CASES = 12;
  private static final int POINTS = 4;

  @TempDir Path folder;

  /** Value j at point g of case i is {@code 100 i + 10 g + j}. */
  private Settings settings(Map<String, NpyArray> more, String... assignments) throws IOException {
    double[][] parameters = new double[CASES][];
    double[][] coordinates = new double[POINTS][];
    double[][] values = new double[CASES][2 * POINTS];
    Arrays.setAll(parameters, i -> new double[] {i, i * i});
    Arrays.setAll(coordinates, g -> new double[] {g});
    for (int i = 0; i < CASES; i++) {
      for (int g = 0; g < POINTS; g++) {
        values[i][2 * g] = 100 * i + 10 * g;
        values[i][2 * g + 1] = 100 * i + 10 * g + 1;
      }
    }
    Path file = folder.resolve("f.npz");
    FieldsFile.write(
        file,
        new ParametricFields(
            new FieldPoints(List.of("a", "b"), List.of("x"), parameters, coordinates),
            List.of("u", "v"),
            values),
        more);
    SettingsReader reader =
        new SettingsReader().value("data.fields", List.of(file.toString()), "test");
    for (String assignment : assignments) {
      reader.assignment(assignment);
    }
    return reader.settings();
  }

  private static Map<String, NpyArray> test(int... cases) {
    return Map.of("test", NpyArray.integers(cases));
  }

  private static void requireWholeCases(int[] rows) {
    assertThat(rows.length % POINTS).isZero();
    for (int i = 0; i < rows.length; i++) {
      assertThat(rows[i] % POINTS).isEqualTo(i % POINTS);
      assertThat(rows[i] / POINTS).isEqualTo(rows[i / POINTS * POINTS] / POINTS);
    }
  }

  @Test
  void every_part_holds_whole_cases_and_training_rows_are_grouped_by_case() throws IOException {
    PreparedTable data = PreparedTable.read(settings(test(2, 11)));
    assertThat(data.split().test()).containsExactly(8, 9, 10, 11, 44, 45, 46, 47);
    assertThat(data.memberRows()).hasSize(5);
    for (MemberRows rows : data.memberRows()) {
      requireWholeCases(rows.train());
      requireWholeCases(rows.validation());
      assertThat(rows.validation()).isNotEmpty().doesNotContain(8, 47);
    }
    TrainingRows rows = data.trainingRows(1);
    assertThat(rows.points()).isEqualTo(POINTS);
    float step = (rows.y()[2] - rows.y()[0]) / 10;
    for (int i = 0; i < rows.rows(); i++) {
      int point = i % POINTS;
      assertThat((rows.y()[2 * i] - rows.y()[2 * (i - point)]) / step)
          .as("row %d lies so far from the first of its case", i)
          .isCloseTo(10 * point, org.assertj.core.api.Assertions.within(1e-2f));
    }
    assertThat(data.schema().inputNames()).containsExactly("a", "b", "x");
    assertThat(data.schema().targetNames()).containsExactly("u", "v");
  }

  @Test
  void without_test_only_the_other_cases_remain() throws IOException {
    Settings settings = settings(test(0, 5, 6), "data.holdout=given");
    TableSource source = TableSource.read(settings).withoutTest(settings);
    assertThat(source.file().table().rows()).isEqualTo((CASES - 3) * POINTS);
    PreparedTable data = PreparedTable.of(source, settings.withoutTest());
    assertThat(data.split().test()).isEmpty();
    assertThat(data.points()).isEqualTo(POINTS);
    data.memberRows().forEach(rows -> requireWholeCases(rows.validation()));
  }

  @Test
  void test_cases_are_drawn_if_none_are_given_or_on_request() throws IOException {
    PreparedTable drawn = PreparedTable.read(settings(Map.of(), "data.test_fraction=0.25"));
    assertThat(drawn.split().test()).hasSize(3 * POINTS);
    requireWholeCases(drawn.split().test());
    PreparedTable asked = PreparedTable.read(settings(test(1), "data.holdout=random"));
    assertThat(asked.split().test()).hasSize(2 * POINTS);
    Settings given = settings(Map.of(), "data.holdout=given");
    assertThatThrownBy(() -> PreparedTable.read(given))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("data.holdout: given (expected: random, where no file");
  }

  @Test
  void selects_targets_and_ignores_inputs() throws IOException {
    PreparedTable data =
        PreparedTable.read(settings(Map.of(), "data.target=v", "data.ignore=b", "data.seed=3"));
    assertThat(data.schema().targetNames()).containsExactly("v");
    assertThat(data.schema().inputNames()).containsExactly("a", "x");
    Settings unknown = settings(Map.of(), "data.ignore=c");
    assertThatThrownBy(() -> PreparedTable.read(unknown))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("data.ignore \"c\": not in the table");
  }

  @Test
  void folds_consist_of_whole_cases() throws IOException {
    Settings settings = settings(test(1), "data.folds=3", "data.fold=1");
    PreparedTable data = PreparedTable.read(settings);
    assertThat(data.split().test()).hasSize(CASES / 3 * POINTS);
    requireWholeCases(data.split().test());
  }
}
