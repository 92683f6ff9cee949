// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.files.InvalidFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelConfigsTest {
  @TempDir Path directory;

  private List<ModelConfig> read(String text) throws IOException {
    Path file = directory.resolve("models.config");
    Files.writeString(file, text);
    return ModelConfigs.read(file);
  }

  @Test
  void reads_labels_and_every_version_policy() throws IOException {
    assertThat(
            read(
                """
                # Comments are fine.
                model_config_list {
                  config { name: "a" base_path: "/m/a" model_platform: "tensorflow" }
                  config: { name: 'b', base_path: '/m/b', model_type: TENSORFLOW,
                    model_version_policy: { latest: { num_versions: 3 } } }
                  config { name: "c" base_path: "/m/c" model_platform: "tensorflow"
                    model_version_policy { all {} }
                    logging_config { sampling_config { sampling_rate: 0.5 } } }
                  config { name: "d" base_path: "/m/d" model_platform: "tensorflow"
                    model_version_policy { specific { versions: 2 versions: 5 } }
                    version_labels { key: "stable" value: 2 } }
                }
                """))
        .containsExactly(
            ModelConfig.latest("a", Path.of("/m/a")),
            new ModelConfig("b", Path.of("/m/b"), new VersionPolicy.Latest(3), Map.of()),
            new ModelConfig("c", Path.of("/m/c"), new VersionPolicy.All(), Map.of()),
            new ModelConfig(
                "d",
                Path.of("/m/d"),
                new VersionPolicy.Specific(new TreeSet<>(Set.of(2L, 5L))),
                Map.of("stable", 2L)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "model_config_list { config { nam: 'a' } }|1:30: Input contains unknown fields",
        "model_config_list {|1:20",
        "|Only ModelConfigList is currently supported",
        "model_config_list { config { name: 'a' base_path: '/m' } }|nor model_platform",
        "model_config_list { config { name: 'a' base_path: '/m' model_platform: 'caffe' } }|caffe",
        "model_config_list { config { name: 'a' base_path: 'm' model_platform: 'tensorflow' } }"
            + "|absolute path",
        "model_config_list { config { base_path: '/m' model_platform: 'tensorflow' } }|without a name",
        "model_config_list { config { name: 'a' base_path: '/m' model_platform: 'tensorflow'"
            + " model_version_policy { specific {} } } }|at least one",
      },
      quoteCharacter = '"')
  void reports_invalid_configs(String text, String message) {
    assertThatThrownBy(() -> read(text == null ? "" : text))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("models.config")
        .hasMessageContaining(message);
  }

  @Test
  void rejects_duplicate_model_names() {
    ModelConfig one = ModelConfig.latest("a", Path.of("/m"));
    assertThatThrownBy(() -> ModelConfigs.requireDistinct(List.of(one, one)))
        .hasMessageContaining("model a multiple times");
  }
}
