// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.layer.Activation;
import io.otd.table.format.TableFormat;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsReaderTest {
  @TempDir Path folder;

  private static Settings of(String yaml) {
    return new SettingsReader().text(yaml, "run.yaml").settings();
  }

  private static List<String> problems(String yaml) {
    return catchThrowableOfType(InputException.class, () -> of(yaml)).problems();
  }

  @Test
  void the_default_table_format_is_auto() {
    assertThat(Settings.STANDARD.data().format()).isEqualTo(TableFormat.AUTO);
  }

  @Test
  void no_setting_is_needed() {
    assertThat(of("")).isEqualTo(Settings.STANDARD);
    assertThat(of("# nothing\n")).isEqualTo(Settings.STANDARD);
    assertThat(of("model:\ndata:\n")).isEqualTo(Settings.STANDARD);
  }

  @Test
  void a_hyphen_is_standard_input_and_any_other_file_absolute() {
    assertThat(of("data: {file: '-'}").data().file()).contains(Path.of("-"));
    assertThat(of("data: {file: a.csv}").data().file().orElseThrow()).isAbsolute();
  }

  @Test
  void every_kind_of_value_is_read() {
    Settings s =
        of(
            """
            data: {target: [a, "b, c"], test_fraction: 0.25, seed: 7}
            model:
              hidden: [64, 32]
              activation: relu
              residual: false
            masks: {solver: heun, steps: 0}
            training: {learning_rate: 1e-4, clip_norm: 2}
            """);
    assertThat(s.data().target()).containsExactly("a", "b, c");
    assertThat(s.data().testFraction()).isEqualTo(0.25);
    assertThat(s.data().seed()).isEqualTo(7);
    assertThat(s.model().hidden()).containsExactly(64, 32);
    assertThat(s.model().activation()).isEqualTo(Activation.RELU);
    assertThat(s.masks().solver()).isEqualTo(FlowSolver.HEUN);
    assertThat(s.training().learningRate()).isEqualTo(1e-4);
    assertThat(s.training().clipNorm()).contains(2.0);
    assertThat(s.training().steps()).isEmpty();
  }

  @Test
  void reports_all_errors_at_once_with_location_value_and_expectation() {
    assertThat(
            problems(
                """
                model:
                  hiden: [64]
                  hidden: [64, 0]
                  activation: gelu
                training:
                  batch: -1
                  learning_rate: fast
                data: {test_fraction: 1}
                nonsense: 3
                """))
        .satisfiesExactly(
            p ->
                assertThat(p)
                    .isEqualTo(
                        "run.yaml, line 2: model.hiden: unknown setting (did you mean"
                            + " \"model.hidden\"?)"),
            p ->
                assertThat(p)
                    .isEqualTo(
                        "run.yaml, line 3: model.hidden: [64, 0] (expected: a list, each a whole"
                            + " number at least 1 and at most 65536)"),
            p ->
                assertThat(p)
                    .startsWith(
                        "run.yaml, line 4: model.activation: gelu (expected: one of gelu_t"),
            p -> assertThat(p).contains("line 6: training.batch: -1 (expected: a whole number"),
            p -> assertThat(p).contains("training.learning_rate: fast (expected: a number above 0"),
            p -> assertThat(p).contains("data.test_fraction: 1 (expected: a number at least 0 and"),
            p -> assertThat(p).contains("line 9: nonsense: unknown setting"));
  }

  @ParameterizedTest
  @CsvSource({
    "hidden, model.hidden",
    "modle.hidden, model.hidden",
    "training.lerning_rate, training.learning_rate",
    "batsh, training.batch",
    "patients, training.patience",
    "training.step, training.steps"
  })
  void an_unknown_key_suggests_the_closest_match(String given, String nearest) {
    SettingsReader reader = new SettingsReader().assignment(given + "=1");
    assertThatThrownBy(reader::settings).hasMessageContaining("did you mean \"" + nearest + "\"?");
  }

  @Test
  void an_unknown_word_suggests_the_closest_match_and_names_its_origin_once() {
    assertThatThrownBy(
            () ->
                new SettingsReader()
                    .value("model.method", List.of("mc-droput"), "--method")
                    .settings())
        .hasMessageStartingWith("--method: mc-droput (expected: one of auto, otd, ")
        .hasMessageContaining(", mc-dropout, ")
        .hasMessageEndingWith("; did you mean \"mc-dropout\"?)");
    assertThatThrownBy(() -> new SettingsReader().assignment("model.activation=rulu").settings())
        .hasMessageStartingWith("--set: model.activation: rulu (expected: one of ")
        .hasMessageEndingWith("; did you mean \"relu\"?)");
    assertThat(problems("model: {activation: 17}").get(0)).doesNotContain("did you mean");
  }

  @Test
  void a_value_for_an_unknown_setting_is_rejected() {
    assertThatThrownBy(
            () ->
                Settings.TREE.with(Settings.STANDARD, Map.of("training.step", 3, "data.seed", 1L)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no setting training.step");
  }

  @Test
  void mixing_up_sections_and_values_is_reported() {
    assertThat(problems("model: 3").get(0)).contains("model: 3 (expected: settings of this");
    assertThat(problems("model: {hidden: {a: 1}}").get(0)).contains("model.hidden.a: unknown");
    assertThat(problems("model: {hidden: [[1]]}").get(0)).contains("model.hidden: a nested");
    assertThat(problems("training: {validate_every: }").get(0))
        .contains("training.validate_every: nothing");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a: [", "a: b: c", "\t- x", "{", "a: 1\na: 2", "--- 1\n--- 2", "- 1\n", "x"})
  void an_invalid_settings_file_is_reported(String yaml) {
    assertThat(problems(yaml)).singleElement().asString().startsWith("run.yaml");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.5", "1e99", "99999999999", "NaN", "0x10", "1e999999999", "", "ten"})
  void rejects_invalid_integers(String text) {
    SettingsReader reader = new SettingsReader().assignment("training.validate_every=" + text);
    assertThatThrownBy(reader::settings)
        .isInstanceOf(InputException.class)
        .hasMessageContaining("training.validate_every");
  }

  @ParameterizedTest
  @ValueSource(strings = {"inf", "NaN", ".inf", "1e400", "-1"})
  void rejects_non_finite_and_out_of_range_numbers(String text) {
    SettingsReader reader = new SettingsReader().assignment("masks.temperature=" + text);
    assertThatThrownBy(reader::settings).isInstanceOf(InputException.class);
  }

  @Test
  void inconsistent_settings_are_reported() {
    assertThat(problems("model: {hidden: [64, 32]}").get(0)).contains("equal widths");
    assertThat(problems("model: {hidden: []}").get(0)).contains("at least one");
    assertThat(problems("loss: {action_draws: 0}").get(0)).contains("action draws: 0");
    assertThat(
            problems("training: {schedule: cosine, learning_rate: 1e-4, final_learning_rate: 1}"))
        .singleElement()
        .asString()
        .contains("cosine floor: 1.0");
    assertThat(problems("evaluation: {levels: []}").get(0)).contains("at least one level");
  }

  @Test
  void later_settings_win() {
    Settings s =
        new SettingsReader()
            .text("training: {steps: 5}", "run.yaml")
            .assignment("training.steps=6")
            .assignment("model.hidden=8,8")
            .assignment("data.ignore=[a, \"b,c\"]")
            .value("data.target", List.of("x, y"), "--target")
            .settings();
    assertThat(s.training().steps()).contains(6);
    assertThat(s.model().hidden()).containsExactly(8, 8);
    assertThat(s.data().ignore()).containsExactly("a", "b,c");
    assertThat(s.data().target()).containsExactly("x, y");
  }

  @Test
  void an_assignment_without_a_value_is_reported() {
    assertThatThrownBy(() -> new SettingsReader().assignment("training.steps").settings())
        .hasMessageContaining("--set: training.steps (expected: KEY=VALUE)");
  }

  @Test
  void relative_paths_are_resolved_against_the_settings_file() throws IOException {
    Path file = Files.writeString(folder.resolve("run.yaml"), "data: {file: ../t.csv}");
    assertThat(new SettingsReader().file(file).settings().data().file())
        .contains(folder.resolveSibling("t.csv").toAbsolutePath());
  }

  @Test
  void an_unreadable_file_is_reported() throws IOException {
    assertThatThrownBy(() -> new SettingsReader().file(folder.resolve("no.yaml")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("no such file");
    assertThatThrownBy(() -> new SettingsReader().file(folder)).isInstanceOf(InputException.class);
    Path latin = folder.resolve("latin.yaml");
    Files.write(latin, "data: {target: [Größe]}".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> new SettingsReader().file(latin))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("not UTF-8");
  }
}
