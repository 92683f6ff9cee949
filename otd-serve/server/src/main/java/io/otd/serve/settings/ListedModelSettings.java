// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Which models are served, besides those that are named one by one.
 *
 * @param configFile list in TensorFlow Serving's format
 * @param basePath directory of the versions of one more model
 * @param name of the model in {@code basePath}
 */
public record ListedModelSettings(
    @Setting(
            "Models, version policies and labels, in the ModelServerConfig format of TensorFlow Serving.")
        @Flags(
            value = {"--model-config-file", "--model_config_file"},
            label = "FILE")
        Optional<Path> configFile,
    @Setting("Directory of the versions of one more model.")
        @Flags(value = "--model_base_path", label = "DIR")
        Optional<Path> basePath,
    @Setting("Name of the model in --model_base_path. Default: default.")
        @Flags(value = "--model_name", label = "NAME")
        Optional<String> name) {
  /** None. */
  static final ListedModelSettings DEFAULT =
      new ListedModelSettings(Optional.empty(), Optional.empty(), Optional.empty());
}
