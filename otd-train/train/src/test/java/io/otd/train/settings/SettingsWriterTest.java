// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.table.Mutations;
import io.otd.table.problem.InputException;
import io.otd.train.internal.report.SettingWords;
import io.otd.train.internal.settings.SettingKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SettingsWriterTest {
  private static Settings read(String yaml) {
    return new SettingsReader().text(yaml, "run.yaml").settings();
  }

  private static Settings random(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    SettingsReader reader = new SettingsReader();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      names.add(Mutations.of("a: \"column\", [of] {texts} # it's", random.nextLong()));
    }
    reader.value("data.target", names.size() == 1 ? List.of(names.get(0)) : names, "test");
    reader.value("data.file", List.of("some folder/päth: " + random.nextInt() + ".csv"), "test");
    reader.value("training.learning_rate", List.of("" + random.nextDouble(1e-9, 1)), "test");
    reader.value("masks.law", List.of(pick(random, "transported", "bernoulli")), "test");
    reader.value("training.seed", List.of("" + random.nextLong()), "test");
    reader.value("model.linear_path", List.of("" + random.nextBoolean()), "test");
    reader.value("evaluation.levels", List.of("" + random.nextDouble(0.1, 0.9), "0.5"), "test");
    return reader.settings();
  }

  private static String pick(SplittableRandom random, String... words) {
    return words[random.nextInt(words.length)];
  }

  @Test
  void settings_round_trip_through_yaml() {
    assertThat(read(SettingsWriter.yaml(Settings.STANDARD))).isEqualTo(Settings.STANDARD);
    assertThat(read(SettingsWriter.commentedYaml(Settings.STANDARD))).isEqualTo(Settings.STANDARD);
    for (long seed = 0; seed < 300; seed++) {
      Settings settings = random(seed);
      assertThat(read(SettingsWriter.yaml(settings))).as("seed " + seed).isEqualTo(settings);
    }
  }

  @Test
  void the_flat_settings_name_every_key_once() {
    assertThat(Settings.STANDARD.flat())
        .containsEntry("model.hidden", "[64, 64, 64]")
        .containsEntry("training.clip_norm", "null")
        .hasSameSizeAs(Settings.TREE.keys(Settings.STANDARD));
  }

  @Test
  void a_reader_sees_no_null_but_what_it_stands_for() {
    Map<String, String> flat = new SettingsReader().assignment("data.seed=2").settings().flat();
    assertThat(SettingWords.of(flat))
        .containsEntry("training.batch", "automatic")
        .containsEntry("training.clip_norm", "none")
        .containsEntry("data.seed", "2")
        .containsOnlyKeys(flat.keySet())
        .doesNotContainValue("null");
    assertThat(SettingWords.of(Map.of("kept", "null"))).containsEntry("kept", "null");
    assertThat(Settings.TREE.keys(Settings.STANDARD))
        .filteredOn(SettingKey::byRule)
        .isNotEmpty()
        .allSatisfy(key -> assertThat(key.description()).contains("null for "))
        .extracting(SettingKey::standardText)
        .containsOnly("null");
  }

  /** Anything other than settings or an InputException fails the test. */
  @Test
  void a_corrupted_file_yields_settings_or_reported_problems() {
    String good =
        """
        data: {file: t.csv, target: [a, "b"], seed: 3}
        model:
          hidden: [64, 64] # widths
          activation: 'tanh'
        training: {learning_rate: 1e-3, clip_norm: null}
        """;
    int refused = 0;
    for (int seed = 0; seed < 1000; seed++) {
      try {
        read(Mutations.of(good, seed));
      } catch (InputException e) {
        assertThat(e.problems()).isNotEmpty().allSatisfy(p -> assertThat(p).doesNotContain("\n"));
        refused++;
      }
    }
    assertThat(refused).isBetween(300, 990);
  }

  @Test
  void rejects_exponentially_expanding_aliases() {
    StringBuilder bomb = new StringBuilder("a: &a [x, x, x, x, x, x, x, x, x]\n");
    for (char c = 'b'; c < 'k'; c++) {
      bomb.append(c).append(": &").append(c).append(" [");
      bomb.append(("*" + (char) (c - 1) + ", ").repeat(9)).append("x]\n");
    }
    assertThat(
            org.assertj.core.api.Assertions.catchThrowableOfType(
                InputException.class, () -> read(bomb.toString())))
        .isNotNull();
  }

  /** The page is generated from the records: copy the text from the failure into the file. */
  @Test
  void the_documentation_lists_every_setting() throws IOException {
    Path docs = Path.of("..", "..", "docs");
    assertThat(Files.readString(docs.resolve("settings.md"))).endsWith(SettingsWriter.markdown());
    assertThat(Files.readString(docs.resolve("configuration.md")))
        .contains(SettingsWriter.methods());
  }
}
