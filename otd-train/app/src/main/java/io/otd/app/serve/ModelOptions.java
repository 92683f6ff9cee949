// SPDX-License-Identifier: Apache-2.0
package io.otd.app.serve;

import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.serve.registry.ModelConfig;
import io.otd.serve.registry.ModelConfigs;
import io.otd.serve.settings.ListedModelSettings;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The models to serve. */
final class ModelOptions {
  private static final String MODEL = "--model";
  private static final String BASE_PATH = "--model_base_path";

  @Option(
      names = MODEL,
      paramLabel = "NAME=DIR",
      description = "Name of a model and directory of its versions; repeatable.")
  private List<String> models = new ArrayList<>();

  /**
   * The models, none twice.
   *
   * @param more those that are not named one by one
   * @throws InputException naming the option, if one is invalid
   * @throws IOException if a file cannot be read
   */
  List<ModelConfig> configs(ListedModelSettings more) throws IOException {
    List<ModelConfig> configs = new ArrayList<>();
    for (String model : models) {
      int equals = model.indexOf('=');
      if (equals < 0 || model.substring(0, equals).isBlank() || equals == model.length() - 1) {
        throw new InputException("%s: %s (expected: NAME=DIR)".formatted(MODEL, model));
      }
      String named = model.substring(0, equals);
      configs.add(config(MODEL + " " + named, named, model.substring(equals + 1)));
    }
    more.basePath()
        .ifPresent(
            path -> configs.add(config(BASE_PATH, more.name().orElse("default"), path.toString())));
    if (more.configFile().isPresent()) {
      // Possibly none: clients may add models.
      configs.addAll(ModelConfigs.read(more.configFile().get()));
    } else if (configs.isEmpty()) {
      throw InputException.notGiven(MODEL, "NAME=DIR, or --model-config-file FILE");
    }
    try {
      ModelConfigs.requireDistinct(configs);
    } catch (IllegalArgumentException e) {
      throw new InputException(String.valueOf(e.getMessage()));
    }
    return configs;
  }

  private static ModelConfig config(String option, String name, String versions) {
    Path directory = Path.of(versions);
    if (name.isBlank()) {
      throw new InputException("--model_name: \"%s\" (expected: a name)".formatted(name));
    }
    InputException.require(Files.isDirectory(directory), option, directory, "a directory");
    if (Files.exists(directory.resolve(ServingNames.MODEL_FILE))) {
      throw new InputException(
          "%s: %s is a single version (expected: its parent, the directory of the versions)"
              .formatted(option, directory));
    }
    return ModelConfig.latest(name, directory.toAbsolutePath().normalize());
  }
}
