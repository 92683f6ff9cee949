// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.shipping;

import io.otd.predict.Predictor;
import io.otd.serve.OtdPredictor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens models with TensorFlow, where it is on the class path. */
final class TensorFlowModels {
  private TensorFlowModels() {}

  /**
   * Opens a model.
   *
   * @throws IOException if it cannot be read
   * @throws IllegalStateException if TensorFlow is not there
   */
  static Predictor open(Path archive) throws IOException {
    Path folder =
        Files.createTempDirectory(archive.toAbsolutePath().resolveSibling(""), "otd-model");
    ModelArchive.unpack(archive, folder);
    try {
      return OtdPredictor.open(folder);
    } catch (NoClassDefFoundError e) {
      throw new IllegalStateException(
          "engine: tensorflow (expected: io.otd:otd-predict on the class path of driver and"
              + " executors)",
          e);
    }
  }
}
