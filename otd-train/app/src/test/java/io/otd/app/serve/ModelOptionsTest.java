// SPDX-License-Identifier: Apache-2.0
package io.otd.app.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.app.flags.SettingFlags;
import io.otd.serve.registry.ModelConfig;
import io.otd.serve.settings.ServeSettings;
import io.otd.table.problem.InputException;
import io.otd.train.internal.settings.GivenSettings;
import io.otd.train.internal.settings.SettingKey;
import io.otd.train.internal.settings.SettingsTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ModelOptionsTest {
  @TempDir Path directory;

  @Command
  private static final class Holder implements SettingFlags.Owner {
    private static final List<SettingKey> KEYS =
        SettingsTree.of(ServeSettings.class).keys(ServeSettings.DEFAULT);

    private final SettingFlags flags = new SettingFlags(KEYS);
    @Mixin private ModelOptions models = new ModelOptions();

    @Override
    public SettingFlags flags() {
      return flags;
    }
  }

  private static List<ModelConfig> configs(String... arguments) throws IOException {
    Holder holder = new Holder();
    CommandLine line = new CommandLine(holder);
    SettingFlags.addTo(line);
    line.parseArgs(arguments);
    GivenSettings given = new GivenSettings(Holder.KEYS);
    holder.flags.give(given::value);
    ServeSettings settings = ServeSettings.DEFAULT.with(given.values((values, key, value) -> {}));
    return holder.models.configs(settings.models());
  }

  /** As with tensorflow_model_server: a client may add models later by a reload. */
  @Test
  void a_configuration_file_may_list_no_model() throws IOException {
    Path file = directory.resolve("models.config");
    Files.writeString(file, "model_config_list {}");
    assertThat(configs("--model_config_file", file.toString())).isEmpty();
  }

  @Test
  void a_model_is_required_without_a_configuration_file() {
    assertThatThrownBy(ModelOptionsTest::configs)
        .isInstanceOf(InputException.class)
        .hasMessageContaining("--model: not given");
  }
}
