// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.shipping;

import io.otd.core.internal.files.FileDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkFiles;
import org.apache.spark.sql.SparkSession;

/**
 * Passes a model to all executors, as one of the files of the application. Its name there is made
 * of its digest: two models never share a name, and the same model is sent once.
 */
public final class ModelShipment {
  private static final String STAGING = "otd-staging";
  private static final int NAME_DIGITS = 32;

  private ModelShipment() {}

  /**
   * Ships a model. On the driver.
   *
   * @param engine that is to open it
   * @throws IOException if it cannot be read
   */
  public static ShippedModel ship(SparkSession session, ModelSource source, ScoringEngine engine)
      throws IOException {
    SparkContext context = session.sparkContext();
    // Spark removes the folder when it stops.
    Path staging = Files.createDirectories(Path.of(SparkFiles.getRootDirectory(), STAGING));
    Path copy = Files.createTempFile(staging, "model", engine.ending());
    try {
      source.copy(engine, copy, context.hadoopConfiguration());
      String digest = FileDigest.of(copy).sha256();
      String name = "otd-" + digest.substring(0, NAME_DIGITS) + engine.ending();
      if (!Files.exists(Path.of(SparkFiles.get(name)))) {
        Path staged = staging.resolve(name);
        Files.move(copy, staged, StandardCopyOption.REPLACE_EXISTING);
        context.addFile(staged.toString());
      }
      return new ShippedModel(
          name, digest, engine, source.profile(staging, context.hadoopConfiguration()));
    } finally {
      Files.deleteIfExists(copy);
    }
  }
}
