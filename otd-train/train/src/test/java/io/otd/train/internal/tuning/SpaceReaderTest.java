// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.problem.InputException;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpaceReaderTest {
  @TempDir Path folder;

  private SearchSpace space(String yaml) throws IOException {
    return SpaceReader.read(Files.writeString(folder.resolve("space.yaml"), yaml));
  }

  private List<String> problems(String yaml) {
    return assertThatThrownBy(() -> space(yaml))
        .isInstanceOf(InputException.class)
        .asInstanceOf(InstanceOfAssertFactories.type(InputException.class))
        .actual()
        .problems();
  }

  @Test
  void reads_every_distribution_from_nested_and_dotted_keys() throws IOException {
    SearchSpace space =
        space(
            """
            training:
              learning_rate: {log_uniform: [1e-4, 0.1]}
              clip_norm: {choice: [null, 1, 5.5]}
            masks.p: {uniform: [0.2, 0.9]}
            masks.steps: {integer: [0, 8]}
            masks.velocity: {choice: ["16", "32,32"]}
            model.hidden: {depth: [2, 3], width: [32, 64]}
            """);
    assertThat(space.laws())
        .containsEntry("training.learning_rate", Distribution.logUniform(1e-4, .1))
        .containsEntry("training.clip_norm", new Distribution.Choice(List.of("null", "1", "5.5")))
        .containsEntry("masks.p", Distribution.uniform(.2, .9))
        .containsEntry("masks.steps", new Distribution.Whole(0, 8))
        .containsEntry("masks.velocity", new Distribution.Choice(List.of("16", "32,32")))
        .containsEntry("model.hidden", new Distribution.Layers(List.of(2, 3), List.of(32, 64)))
        .hasSize(6);
    assertThat(space(space.yaml())).isEqualTo(space);
  }

  @Test
  @Tag("long")
  void standard_spaces_round_trip_and_yield_consistent_trials() throws IOException {
    for (String method : List.of("otd", "otd-0", "mc-dropout", "concrete-dropout", "mdn")) {
      Settings base =
          new SettingsReader().value("model.method", List.of(method), "test").settings();
      SearchSpace space = SearchSpace.standard(base);
      assertThat(space(space.yaml())).isEqualTo(space);
      Search search = new Search(base, space, new Halving(60, 3, 8000, 100));
      assertThat(search.trials(io.otd.table.internal.split.RowGroups.single(100))).hasSize(60);
    }
    assertThat(SearchSpace.standard(Settings.STANDARD).laws())
        .containsKeys(
            "model.hidden",
            "masks.velocity",
            "masks.solver",
            "masks.steps",
            "masks.temperature",
            "loss.action_weight",
            "training.learning_rate",
            "training.batch",
            "training.weight_decay",
            "masks.p");
  }

  @Test
  void reports_all_errors_at_once_with_line_numbers() {
    assertThat(
            problems(
                """
                training.lerning_rate: {log_uniform: [1e-4, 0.1]}
                masks.p: {uniform: [0.2, 1.9]}
                masks.steps: {uniform: [0, 8]}
                training.batch: [32, 64]
                masks.temperature: {log_unifrom: [0.1, 1]}
                loss.draws: {integer: [8, 4]}
                loss.penalty: {log_uniform: [0, 1]}
                model.hidden: {depth: [2]}
                data.seed: {integer: [0, 9]}
                training.steps: {integer: [10, 90]}
                masks.solver: {choice: [euler, hoin]}
                """))
        .anySatisfy(
            p ->
                assertThat(p)
                    .contains("space.yaml, line 1", "did you mean \"training.learning_rate\"?"))
        .anySatisfy(p -> assertThat(p).contains("line 2", "masks.p: 1.9", "below 1"))
        .anySatisfy(p -> assertThat(p).contains("line 3", "masks.steps: 3.46", "a whole number"))
        .anySatisfy(p -> assertThat(p).contains("line 4", "{choice: [32, 64]}"))
        .anySatisfy(p -> assertThat(p).contains("line 5", "did you mean \"log_uniform\"?"))
        .anySatisfy(p -> assertThat(p).contains("line 6", "integer: [8, 4]"))
        .anySatisfy(p -> assertThat(p).contains("line 7", "both above 0"))
        .anySatisfy(p -> assertThat(p).contains("line 8", "depth and width"))
        .anySatisfy(p -> assertThat(p).contains("line 9", "data.seed: not searched"))
        .anySatisfy(p -> assertThat(p).contains("line 10", "training.steps: not searched"))
        .anySatisfy(p -> assertThat(p).contains("line 11", "hoin", "one of euler, heun"))
        .hasSize(11);
    assertThat(problems("")).hasSize(1);
    assertThat(problems("masks.p: {uniform: [0.2, many]}"))
        .singleElement()
        .asString()
        .contains("expected: two numbers");
    assertThat(problems("masks.p: {uniform: [0.2]}")).hasSize(1);
    assertThat(problems("masks.p: {choice: 0.2}")).hasSize(1);
    assertThat(problems("model.hidden: {choice: [[64, 64]]}"))
        .singleElement()
        .asString()
        .contains("\"64,64\"");
  }

  @Test
  void inconsistent_values_are_reported_before_any_trial_starts() throws IOException {
    Search search =
        new Search(
            Settings.STANDARD,
            space("model.hidden: {choice: [\"64,32\", \"64,64\"]}"),
            new Halving(9, 3, 100, 10));
    assertThatThrownBy(() -> search.trials(io.otd.table.internal.split.RowGroups.single(100)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("trial ")
        .hasMessageContaining("64,32");
  }
}
