// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.shipping;

import io.otd.core.internal.files.StrictJson;
import io.otd.core.internal.profile.TrainingProfile;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.savedmodel.VersionDirectories;
import io.otd.light.internal.file.LightModelFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkFiles;

/**
 * The location of an exported model: in any file system that Spark reads.
 *
 * @param path of the file of a light model, or of one version
 */
public record ModelSource(Path path) {
  /** Prefix of the name of a file that was added to the application or the session. */
  public static final String ADDED = "sparkfiles:";

  /**
   * Finds a model.
   *
   * @param location path or URI of the file of a light model, of one version, or of all versions,
   *     of which the highest is taken; or {@value #ADDED} and the name of a file that was added
   *     with {@code addFile} or {@code addArtifact}
   * @param settings of the file systems
   * @throws FileNotFoundException if there is none
   * @throws IOException if it cannot be read
   */
  public static ModelSource find(String location, Configuration settings) throws IOException {
    Path path =
        location.startsWith(ADDED)
            ? new Path(
                java.nio.file.Path.of(SparkFiles.get(location.substring(ADDED.length()))).toUri())
            : new Path(location);
    FileSystem files = path.getFileSystem(settings);
    Path full = files.makeQualified(path);
    if (!files.exists(full)) {
      throw new FileNotFoundException(
          "model: %s does not exist (expected: an exported model)".formatted(full));
    }
    if (files.getFileStatus(full).isFile() || isVersion(files, full)) {
      return new ModelSource(full);
    }
    return new ModelSource(highest(files, full));
  }

  private static boolean isVersion(FileSystem files, Path folder) throws IOException {
    return files.exists(new Path(folder, ServingNames.MODEL_FILE))
        || files.exists(lightFile(folder));
  }

  private static Path lightFile(Path version) {
    return new Path(new Path(version, ServingNames.EXTRA_DIRECTORY), LightModelFile.NAME);
  }

  private static Path highest(FileSystem files, Path base) throws IOException {
    Path best = null;
    long highest = -1;
    for (FileStatus entry : files.listStatus(base)) {
      OptionalLong number = VersionDirectories.number(entry.getPath().getName());
      if (entry.isDirectory() && number.isPresent() && number.getAsLong() > highest) {
        highest = number.getAsLong();
        best = entry.getPath();
      }
    }
    if (best == null || !isVersion(files, best)) {
      throw new FileNotFoundException(
          "model: %s holds neither %s nor %s/%s (expected: a version, or a folder of versions)"
              .formatted(
                  best == null ? base : best,
                  ServingNames.MODEL_FILE,
                  ServingNames.EXTRA_DIRECTORY,
                  LightModelFile.NAME));
    }
    return best;
  }

  /**
   * The profile of the training rows, as JSON; empty if the description of the export is missing,
   * or does not contain it.
   *
   * @param staging directory for a temporary copy
   * @param settings of the file systems
   * @throws IOException if it cannot be read
   */
  String profile(java.nio.file.Path staging, Configuration settings) throws IOException {
    FileSystem files = path.getFileSystem(settings);
    Path extra =
        files.getFileStatus(path).isFile()
            ? path.getParent()
            : new Path(path, ServingNames.EXTRA_DIRECTORY);
    Path description = new Path(extra, ServingNames.DESCRIPTION_FILE);
    if (!extra.getName().equals(ServingNames.EXTRA_DIRECTORY) || !files.exists(description)) {
      return "";
    }
    ModelArchive.requireFile(description);
    java.nio.file.Path copy = Files.createTempFile(staging, "otd", ".json");
    try {
      files.copyToLocalFile(false, description, new Path(copy.toUri()), true);
      TrainingProfile profile = ExportDescription.read(copy).profile();
      return profile.absent() ? "" : new String(StrictJson.write(profile), StandardCharsets.UTF_8);
    } finally {
      Files.deleteIfExists(copy);
    }
  }

  /**
   * Copies what an engine needs to one local file.
   *
   * @param engine that is to open it
   * @param to is written
   * @param settings of the file systems
   * @throws FileNotFoundException if the model has not what the engine needs
   * @throws IOException if it cannot be read or written
   */
  void copy(ScoringEngine engine, java.nio.file.Path to, Configuration settings)
      throws IOException {
    FileSystem files = path.getFileSystem(settings);
    boolean file = files.getFileStatus(path).isFile();
    if (engine == ScoringEngine.TENSORFLOW) {
      if (file || !files.exists(new Path(path, ServingNames.MODEL_FILE))) {
        throw new FileNotFoundException(
            "model: no %s in %s (expected: a SavedModel, for the engine tensorflow)"
                .formatted(ServingNames.MODEL_FILE, path));
      }
      ModelArchive.pack(files, path, to);
      return;
    }
    Path light = file ? path : lightFile(path);
    if (!files.exists(light)) {
      throw new FileNotFoundException(
          "model: no %s in %s (expected: a model exported with one; export it again)"
              .formatted(LightModelFile.NAME, path));
    }
    ModelArchive.requireFile(light);
    files.copyToLocalFile(false, light, new Path(to.toUri()), true);
  }
}
