// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import io.otd.core.internal.files.DurableFiles;
import io.otd.core.internal.files.FileDigest;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.files.StrictJson;
import io.otd.core.internal.layer.Parameter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A trained model on disk: {@code model.json}, and next to it the directory that it names, {@code
 * checkpoint-HASH/}, with a TensorFlow checkpoint {@code variables.*} and, if training can be
 * resumed, {@code snapshot.json}.
 *
 * <p>Writing again is atomic. The tensor files are written to their own directory, named by their
 * content; then {@code model.json} is replaced in one step; then the old directory is removed.
 * Whenever the process is killed, the old state or the new one can be read. One process at a time
 * may write; any number may read.
 */
public final class ModelDirectory {
  /** The file that describes the model; it makes a directory a model. */
  public static final String MODEL_FILE = "model.json";

  private static final String SNAPSHOT_FILE = "snapshot.json";
  private static final String CHECKPOINT = "checkpoint-";
  private static final String VARIABLES = "variables";

  private ModelDirectory() {}

  /**
   * The contents of a directory.
   *
   * @param model the model
   * @param snapshots for resuming training, one for each member of the ensemble that has begun, in
   *     their order; none if it cannot be resumed
   */
  public record Stored(TrainedModel model, List<TrainingSnapshot> snapshots) {}

  /** Whether a directory holds a model, that is, a {@link #MODEL_FILE}. */
  public static boolean isModel(Path directory) {
    return Files.isRegularFile(directory.resolve(MODEL_FILE));
  }

  /**
   * Writes a model, replacing an existing one.
   *
   * @param directory created if it does not exist; other files in it are left alone
   * @param snapshots for resuming training, one for each member that has begun; none if it is not
   *     to be resumed
   * @throws IOException if it cannot be written; a model that was there can then still be read
   */
  public static void write(Path directory, TrainedModel model, List<TrainingSnapshot> snapshots)
      throws IOException {
    Files.createDirectories(directory);
    Path temporary = DurableFiles.temporarySibling(directory.resolve(CHECKPOINT));
    DurableFiles.deleteTree(temporary);
    Files.createDirectory(temporary);
    Checkpoint.write(temporary.resolve(VARIABLES), entries(model, snapshots));
    if (!snapshots.isEmpty()) {
      Files.write(
          temporary.resolve(SNAPSHOT_FILE), StrictJson.write(SnapshotDocument.of(snapshots)));
    }
    DurableFiles.syncTree(temporary);
    Map<String, FileDigest> files = digests(temporary);
    String checkpoint = CHECKPOINT + hash(files);
    publish(temporary, directory.resolve(checkpoint), files);
    DurableFiles.replace(
        directory.resolve(MODEL_FILE),
        StrictJson.write(ModelDocument.of(model, checkpoint, files)));
    removeOthers(directory, checkpoint);
  }

  private static List<Checkpoint.Entry> entries(
      TrainedModel model, List<TrainingSnapshot> snapshots) {
    List<Checkpoint.Entry> entries = new ArrayList<>(MemberArrays.entries(model));
    entries.addAll(SnapshotVector.entries(snapshots));
    return entries;
  }

  private static Map<String, FileDigest> digests(Path directory) throws IOException {
    Map<String, FileDigest> digests = new TreeMap<>();
    for (Path file : list(directory)) {
      digests.put(file.getFileName().toString(), FileDigest.of(file));
    }
    return digests;
  }

  private static String hash(Map<String, FileDigest> files) {
    MessageDigest all = FileDigest.newSha256();
    files.forEach(
        (name, digest) -> all.update((name + digest.sha256()).getBytes(StandardCharsets.UTF_8)));
    return HexFormat.of().formatHex(all.digest(), 0, 8);
  }

  /** Gives the files their final place; the same files may be there already, and in use. */
  private static void publish(Path temporary, Path target, Map<String, FileDigest> files)
      throws IOException {
    if (Files.isDirectory(target)) {
      try {
        requireAll(target, files);
        DurableFiles.deleteTree(temporary);
        return;
      } catch (InvalidFileException damaged) {
        DurableFiles.deleteTree(target);
      }
    }
    DurableFiles.rename(temporary, target);
  }

  private static void removeOthers(Path directory, String checkpoint) throws IOException {
    for (Path path : list(directory)) {
      String name = path.getFileName().toString();
      if (name.startsWith(CHECKPOINT) && !name.equals(checkpoint)) {
        DurableFiles.deleteTree(path);
      }
    }
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> paths = Files.list(directory)) {
      return paths.toList();
    }
  }

  /**
   * Reads a model. A writer may replace it meanwhile; then the new one is read, as often as that
   * happens, so a reader fails only for problems of the existing model.
   *
   * @throws InvalidFileException if a file is missing, truncated or damaged, has an unknown format
   *     version or names an unknown type, or if an array's shape differs from the model's, naming
   *     it; nothing damaged reaches native code
   * @throws IOException if it cannot be read
   */
  public static Stored read(Path directory) throws IOException {
    Path file = directory.resolve(MODEL_FILE);
    ModelDocument document = ModelDocument.read(file);
    while (true) {
      try {
        return read(directory.resolve(document.checkpoint()), document);
      } catch (IOException e) {
        ModelDocument now = ModelDocument.read(file);
        if (now.checkpoint().equals(document.checkpoint())) {
          throw e;
        }
        document = now;
      }
    }
  }

  private static Stored read(Path checkpoint, ModelDocument document) throws IOException {
    requireAll(checkpoint, document.files());
    List<String> names = new ArrayList<>();
    List<List<Integer>> shapes = new ArrayList<>();
    for (Parameter p : document.parameters()) {
      names.add(p.name());
      shapes.add(p.shape());
    }
    int learned = names.size();
    Optional<SnapshotDocument> snapshots = snapshots(checkpoint, document);
    for (SnapshotDocument.Member member :
        snapshots.map(SnapshotDocument::members).orElse(List.of())) {
      for (String name :
          SnapshotVector.names((names.size() - learned) / SnapshotVector.values().length)) {
        names.add(name);
        shapes.add(List.of(member.parameters()));
      }
    }
    List<float[]> arrays = Checkpoint.read(checkpoint.resolve(VARIABLES), names, shapes);
    Map<String, float[]> vectors = new HashMap<>();
    for (int i = learned; i < names.size(); i++) {
      vectors.put(names.get(i), arrays.get(i));
    }
    return new Stored(
        model(checkpoint, document, arrays.subList(0, learned)),
        snapshots.map(s -> s.with(vectors)).orElse(List.of()));
  }

  private static TrainedModel model(Path checkpoint, ModelDocument document, List<float[]> arrays)
      throws InvalidFileException {
    try {
      return document.with(arrays);
    } catch (IllegalArgumentException e) {
      throw new InvalidFileException(
          checkpoint.resolveSibling(MODEL_FILE), String.valueOf(e.getMessage()), e);
    }
  }

  private static Optional<SnapshotDocument> snapshots(Path checkpoint, ModelDocument document)
      throws IOException {
    return document.files().containsKey(SNAPSHOT_FILE)
        ? Optional.of(SnapshotDocument.read(checkpoint.resolve(SNAPSHOT_FILE)))
        : Optional.empty();
  }

  private static void requireAll(Path checkpoint, Map<String, FileDigest> files)
      throws IOException {
    for (Path file : Checkpoint.files(checkpoint.resolve(VARIABLES))) {
      if (!files.containsKey(file.getFileName().toString())) {
        throw new InvalidFileException(file, "not recorded in " + MODEL_FILE);
      }
    }
    for (Map.Entry<String, FileDigest> entry : files.entrySet()) {
      entry.getValue().require(checkpoint.resolve(entry.getKey()));
    }
  }
}
