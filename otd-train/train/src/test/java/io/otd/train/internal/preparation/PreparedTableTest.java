// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.preparation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.problem.InputException;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreparedTableTest {
  @TempDir Path folder;

  /** A table of two targets, the second of them with a formula of the row. */
  private List<String> notices(int rows, String second, String... settings) throws IOException {
    String text =
        IntStream.range(0, rows)
            .mapToObj(i -> i + "," + (i * 7 % 11) + "," + second.formatted(i * 3 % 13) + "\n")
            .collect(Collectors.joining("", "x,y,z\n", ""));
    SettingsReader reader =
        new SettingsReader()
            .value(
                "data.file",
                List.of(Files.writeString(folder.resolve("t.csv"), text).toString()),
                "")
            .value("data.target", List.of("y", "z"), "");
    List.of(settings).forEach(reader::assignment);
    Settings all = reader.settings();
    return PreparedTable.of(TableSource.read(all), all).notices();
  }

  @Test
  void a_large_enough_table_gives_no_notices() throws IOException {
    assertThat(notices(100, "%d")).isEmpty();
  }

  @Test
  void a_constant_target_is_refused_with_its_value_and_row_count() {
    assertThatThrownBy(() -> notices(100, "5"))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "target \"z\": 5 in all 100 rows, so there is nothing to predict (expected: different"
                + " values; check data.target and the file)");
  }

  @Test
  void three_rows_are_refused() {
    assertThatThrownBy(() -> notices(3, "%d", "model.members=1"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("data: 3 rows with a target (expected: at least 5");
  }

  @Test
  void a_target_of_texts_is_refused_with_its_place() {
    assertThatThrownBy(() -> notices(40, "type %d"))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "target \"z\": \"type 0\" in "
                + folder.resolve("t.csv")
                + ", line 2 (expected: numbers; texts cannot be predicted)");
  }

  private List<String> notices(String header, IntFunction<String> row, String... settings)
      throws IOException {
    String text =
        IntStream.range(0, 150)
            .mapToObj(row)
            .collect(Collectors.joining("\n", header + "\n", "\n"));
    SettingsReader reader =
        new SettingsReader()
            .value(
                "data.file",
                List.of(Files.writeString(folder.resolve("t.csv"), text).toString()),
                "")
            .value("data.target", List.of("y"), "");
    List.of(settings).forEach(reader::assignment);
    Settings all = reader.settings();
    return PreparedTable.of(TableSource.read(all), all).notices();
  }

  @Test
  void test_rows_that_repeat_training_rows_are_reported() throws IOException {
    assertThat(
            notices("x,g,y", i -> "%d.5,%s,%d".formatted(i % 50, i % 2 == 0 ? "a" : "b", i % 50)))
        .singleElement()
        .asString()
        .matches("(2[0-9]|30) of 30 test rows repeat a training row in all inputs and targets.*");
    assertThat(notices("x,g,y", i -> "%d.5,%s,%d".formatted(i, i % 2 == 0 ? "a" : "b", i % 50)))
        .isEmpty();
  }

  @Test
  void a_chronological_split_of_falling_dates_is_reported() throws IOException {
    String chronological = "data.holdout=chronological";
    IntFunction<String> falling =
        i -> "%s,%d.5,%d".formatted(LocalDate.of(2024, 6, 1).minusDays(i), i * 7 % 97, i % 13);
    assertThat(notices("day,x,y", falling, chronological))
        .singleElement()
        .asString()
        .startsWith("column \"day\": the newest rows come first");
    assertThat(notices("day,x,y", falling)).isEmpty();
    assertThat(notices("day,x,y", i -> falling.apply(150 - i), chronological)).isEmpty();
    assertThat(notices("day,x,y", i -> falling.apply(i * 31 % 150), chronological)).isEmpty();
  }

  @Test
  void too_few_rows_are_reported_for_each_part_with_advice() throws IOException {
    assertThat(notices(5, "%d", "model.members=1"))
        .anyMatch(n -> n.startsWith("only 3 training rows (expected: at least 10; add rows"))
        .anyMatch(n -> n.startsWith("only 1 validation row: early stopping and calibration"))
        .contains(
            "only 1 test row: the scores are unreliable (cross-validation, --folds, tests on every"
                + " row)");
    assertThat(notices(45, "%d"))
        .containsExactly(
            "only 8 validation rows: early stopping and calibration are unreliable (add rows, or"
                + " raise data.validation_fraction)",
            "only 9 test rows: the scores are unreliable (cross-validation, --folds, tests on every"
                + " row)");
  }

  /** The newest rows are to be predicted: they have no target yet. */
  @Test
  void rows_without_target_are_left_out_before_the_split() throws IOException {
    String text =
        IntStream.range(0, 1000)
            .mapToObj(i -> i + "," + i / 10 + "," + (i < 800 ? i % 7 : "") + "\n")
            .collect(Collectors.joining("", "x,g,y\n", ""));
    String file = Files.writeString(folder.resolve("t.csv"), text).toString();
    SettingsReader reader =
        new SettingsReader()
            .value("data.file", List.of(file), "")
            .value("data.target", List.of("y"), "");
    List.of("columns.missing_target=drop", "data.holdout=chronological", "data.ignore=[g]")
        .forEach(reader::assignment);
    Settings settings = reader.settings();
    TableSource source = TableSource.read(settings);
    PreparedTable data = PreparedTable.of(source, settings);
    assertThat(data.split().test()).containsExactly(IntStream.range(640, 800).toArray());
    assertThat(data.notices()).contains("200 of 1000 rows without target are left out");
    assertThat(source.rows(settings)).hasSize(800);
    assertThat(source.withoutTest(settings).file().table().rows()).isEqualTo(840);
  }

  @Test
  void a_disabled_test_part_gives_no_notice() throws IOException {
    assertThat(notices(100, "%d", "data.test_fraction=0")).isEmpty();
  }
}
