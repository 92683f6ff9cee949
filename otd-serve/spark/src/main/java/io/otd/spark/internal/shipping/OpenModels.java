// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.shipping;

import io.otd.core.internal.files.FileDigest;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.light.LightPredictor;
import io.otd.predict.Predictor;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.spark.SparkFiles;

/**
 * The models that this JVM has opened: each once, by what it is, for all tasks, until the JVM ends.
 *
 * <p>The one place with state in a static. Tasks of an executor share nothing else that outlives
 * them: Spark gives each its own copy of what it sends, and a model in it would be sent and opened
 * once per task.
 */
public final class OpenModels {
  private static final ConcurrentMap<ShippedModel, Predictor> OPEN = new ConcurrentHashMap<>();

  private OpenModels() {}

  /**
   * The predictor of a model. Threads that request one that is being opened wait for it.
   *
   * @throws UncheckedIOException if the file is not there, or is not the one that was shipped
   */
  public static Predictor of(ShippedModel model) {
    return OPEN.computeIfAbsent(model, OpenModels::open);
  }

  private static Predictor open(ShippedModel model) {
    try {
      Path file = file(model.file());
      String digest = FileDigest.of(file).sha256();
      if (!digest.equals(model.sha256())) {
        throw new InvalidFileException(
            file,
            "digest %s (expected: %s, as the driver sent it)".formatted(digest, model.sha256()));
      }
      return model.engine() == ScoringEngine.TENSORFLOW
          ? TensorFlowModels.open(file)
          : LightPredictor.open(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Files of a session are in a separate folder, those of the application above it. */
  private static Path file(String name) throws IOException {
    Path ofSession = Path.of(SparkFiles.get(name));
    Path ofApplication = Path.of(SparkFiles.getRootDirectory(), name);
    if (Files.exists(ofSession)) {
      return ofSession;
    }
    if (Files.exists(ofApplication)) {
      return ofApplication;
    }
    throw new FileNotFoundException(
        "model: %s does not exist (expected: among the files of the application)"
            .formatted(ofSession));
  }
}
