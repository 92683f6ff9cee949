// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import io.otd.core.internal.settings.Default;
import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;
import io.otd.serve.internal.batching.BatchingSettings;
import io.otd.serve.server.BatchingParametersFile;
import io.otd.serve.server.Engine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What computes the models.
 *
 * @param engine of all models
 * @param compile numbers of rows for which signatures are compiled; empty for none
 * @param batching whether concurrent requests are joined
 * @param batchingParametersFile how, in TensorFlow Serving's format
 */
public record ComputeSettings(
    @Setting(
            "Engine that computes the models: tensorflow, or light (plain Java, without loading TensorFlow; only for models exported by otd).")
        @Default("tensorflow")
        @Flags(value = "--engine", label = "ENGINE")
        Engine engine,
    @Setting(
            value =
                "Compile signatures with XLA for these numbers of rows, such as 1,16,64; larger requests are split into pieces of the largest compiled size. Takes about a second each; worthwhile for large models or many draws.",
            atLeast = 1)
        @Default("[]")
        @Flags(value = "--compile", label = "ROWS")
        List<Integer> compile,
    @Setting(
            "Batch concurrent requests of the same signature. Results may differ in the last digits, because rounding depends on the number of rows.")
        @Default("false")
        @Flags({"--enable-batching", "--enable_batching"})
        boolean batching,
    @Setting("Parameters of batching, in the BatchingParameters format of TensorFlow Serving.")
        @Default("null")
        @Flags(
            value = {"--batching-parameters-file", "--batching_parameters_file"},
            label = "FILE")
        Optional<Path> batchingParametersFile) {
  /**
   * How requests are joined, if they are.
   *
   * @throws IOException if the file cannot be read
   */
  Optional<BatchingSettings> batches() throws IOException {
    if (!batching) {
      return Optional.empty();
    }
    return Optional.of(
        batchingParametersFile.isEmpty()
            ? BatchingSettings.DEFAULT
            : BatchingParametersFile.read(batchingParametersFile.get()));
  }
}
