// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.train.internal.result.JsonText;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsJsonTest {
  private static final String YAML =
      """
      data: {target: ["a b", "5"], folds: 3, seed: 9007199254740993, group: "true"}
      columns: {bound: null}
      model: {members: 5, method: mc-dropout, residual: false}
      training: {learning_rate: 1e10, epsilon: 1e-12}
      """;

  private static Settings settings() {
    return new SettingsReader().text(YAML, "run.yaml").settings();
  }

  @Test
  void values_become_numbers_booleans_lists_strings_and_null() {
    Map<String, ?> json = SettingsJson.of(settings());
    assertThat(json.keySet()).containsExactlyElementsOf(settings().flat().keySet());
    assertThat(json.get("data.target")).isEqualTo(List.of("a b", "5"));
    assertThat(json.get("data.folds")).isEqualTo(3);
    assertThat(json.get("data.seed")).isEqualTo(9007199254740993L);
    assertThat(json.get("data.group")).isEqualTo("true");
    assertThat(json.get("data.ignore")).isEqualTo(List.of());
    assertThat(json.get("columns.bound")).isNull();
    assertThat(json.get("model.hidden")).isEqualTo(List.of(64L, 64L, 64L));
    assertThat(json.get("model.members")).isEqualTo(5L);
    assertThat(json.get("model.method")).isEqualTo("mc-dropout");
    assertThat(json.get("model.residual")).isEqualTo(false);
    assertThat(json.get("training.learning_rate")).isEqualTo(1e10);
    assertThat(json.get("training.epsilon")).isEqualTo(1e-12);
    assertThat(json.get("evaluation.levels")).isEqualTo(List.of(.5, .8, .9, .95));
  }

  @Test
  void file_names_and_digests_stay_strings() {
    for (String name : List.of("l\u00e4ufe: 1 #.csv", "5", "[a].csv", "t.csv")) {
      assertThat(SettingsJson.of(Map.of("data.file", name)).get("data.file")).isEqualTo(name);
    }
    assertThat(SettingsJson.of(Map.of("data.folds_sha256", "0123")))
        .containsEntry("data.folds_sha256", "0123");
  }

  @Test
  void an_unparsable_value_stays_a_string() {
    assertThat(SettingsJson.of(Map.of("model.members", "many", "model.hidden", "[64")))
        .containsEntry("model.members", "many")
        .containsEntry("model.hidden", "[64");
  }

  @Test
  void typed_and_string_values_both_read_back_as_strings() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    Map<String, String> texts = settings().flat();
    Map<String, String> back =
        SettingsJson.texts(mapper.readTree(JsonText.of(SettingsJson.of(texts))));
    assertThat(SettingsJson.texts(mapper.readTree(JsonText.of(texts)))).isEqualTo(texts);
    for (String path :
        Arrays.asList("data.target", "columns.bound", "training.epsilon", "model.hidden")) {
      assertThat(back).containsEntry(path, texts.get(path));
    }
  }
}
