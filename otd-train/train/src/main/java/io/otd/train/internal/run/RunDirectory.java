// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.run;

import io.otd.core.internal.files.DurableFiles;
import io.otd.core.internal.trained.ModelDirectory;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import io.otd.train.internal.result.StoredRun;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import io.otd.train.settings.SettingsWriter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The directory of a training run: a {@linkplain ModelDirectory model directory}, which during
 * training holds the checkpoint, with {@code settings.yaml}, and at the end {@code result.json} and
 * what else {@link RunResult} writes. Held by one process at a time.
 */
public final class RunDirectory implements AutoCloseable {
  private static final String SETTINGS = "settings.yaml";

  /** The page about it. */
  public static final String REPORT = "report.html";

  private static final String LOCK = ".lock";

  private final Path path;
  private final FileChannel channel;
  private final FileLock lock;

  private RunDirectory(Path path) throws IOException {
    this.path = path;
    this.channel =
        FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    this.lock = lock(path, channel);
    DurableFiles.removeAbandoned(path);
  }

  private static FileLock lock(Path path, FileChannel channel) throws IOException {
    FileLock lock = null;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      // held by this process
    }
    if (lock == null) {
      channel.close();
      throw new InputException(path + ": another process is training in it");
    }
    return lock;
  }

  /**
   * Makes a directory for a new run.
   *
   * @param path must not exist, or be empty
   * @param settings of the run, stored in it
   * @throws InputException if it is not empty, or cannot be created or written
   */
  public static RunDirectory create(Path path, Settings settings) throws IOException {
    if (Files.exists(path) && (!Files.isDirectory(path) || !isEmpty(path))) {
      throw new InputException(
          "%s: already exists (expected: a new or empty directory%s)"
              .formatted(
                  path,
                  ModelDirectory.isModel(path)
                      ? "; to resume it: otd train --resume " + Quoted.forShell(path.toString())
                      : ""));
    }
    requireWritable(path);
    return withSettings(path, settings);
  }

  /**
   * Makes a directory {@code parent/name}, or {@code parent/name-2} and so on, the first that is
   * not there.
   *
   * @throws InputException if the parent cannot be made or written
   */
  public static RunDirectory createNext(Path parent, String name, Settings settings)
      throws IOException {
    requireWritable(parent);
    for (int number = 1; ; number++) {
      Path path = parent.resolve(number == 1 ? name : name + "-" + number);
      try {
        Files.createDirectory(path); // atomic: of two processes, one gets it
        return withSettings(path, settings);
      } catch (FileAlreadyExistsException e) {
        // the next number
      }
    }
  }

  private static RunDirectory withSettings(Path path, Settings settings) throws IOException {
    RunDirectory directory = new RunDirectory(path);
    directory.write(SETTINGS, SettingsWriter.yaml(settings));
    return directory;
  }

  /**
   * Opens the directory of a run that is part of a larger one, whose directory is already locked;
   * creates it if the run has not begun.
   *
   * @param settings of the run, stored in it if it has not begun
   * @throws InputException if it cannot be made or written
   */
  public static RunDirectory openOrCreate(Path path, Settings settings) throws IOException {
    if (Files.isRegularFile(path.resolve(SETTINGS))) {
      return new RunDirectory(path);
    }
    requireWritable(path);
    return withSettings(path, settings);
  }

  /** Makes a directory if it is not there, and tries whether files can be made in it. */
  private static void requireWritable(Path directory) {
    try {
      Files.createDirectories(directory);
      Files.delete(Files.createTempFile(directory, ".otd", ""));
    } catch (IOException e) {
      throw new InputException(
          "%s: cannot be written: %s (expected: a directory in which files can be made)"
              .formatted(directory, reason(directory, e)));
    }
  }

  /** In words; with the file that is in the way, where that is one above the directory. */
  private static String reason(Path directory, IOException e) {
    if (!(e instanceof FileSystemException failed)) {
      return String.valueOf(e.getMessage());
    }
    String why =
        e instanceof AccessDeniedException
            ? "permission denied"
            : e instanceof FileAlreadyExistsException
                ? "not a directory"
                : Objects.requireNonNullElse(failed.getReason(), failed.getClass().getSimpleName());
    Path file = Path.of(Objects.requireNonNullElse(failed.getFile(), ""));
    return directory.startsWith(file) && !directory.equals(file) ? file + ": " + why : why;
  }

  /**
   * The settings of a run, without holding its directory.
   *
   * @throws InputException if it is not such a directory
   */
  public static Settings settings(Path path) {
    requireRun(path);
    return new SettingsReader().file(path.resolve(SETTINGS)).settings();
  }

  /** Whether a directory is one of a run: other models have their settings in themselves alone. */
  static boolean isRun(Path path) {
    return Files.isRegularFile(path.resolve(SETTINGS));
  }

  private static void requireRun(Path path) {
    if (!isRun(path)) {
      throw new InputException(
          path + ": no " + SETTINGS + " in it (expected: the directory of a training run)");
    }
  }

  private static boolean isEmpty(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.allMatch(f -> f.endsWith(LOCK));
    }
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** The settings of the run. */
  public Settings settings() {
    return new SettingsReader().file(settingsFile()).settings();
  }

  /** Their directory. */
  public Path settingsFile() {
    return path.resolve(SETTINGS);
  }

  /** Whether the run finished. */
  public boolean finished() {
    return Files.exists(path.resolve(StoredRun.FILE));
  }

  /**
   * The state to resume from; empty if the run was stopped before its first checkpoint.
   *
   * @throws IOException if it is damaged
   */
  public Optional<ModelDirectory.Stored> stored() throws IOException {
    return ModelDirectory.isModel(path) ? Optional.of(ModelDirectory.read(path)) : Optional.empty();
  }

  /**
   * Stores a model and the states to resume from; if the process is killed, the old or the new ones
   * remain.
   *
   * @param snapshots the states of the ensemble's first members up to the last that has begun
   */
  public void store(TrainedModel model, List<TrainingSnapshot> snapshots) throws IOException {
    ModelDirectory.write(path, model, snapshots);
  }

  /** Stores the results of the run, which ends it. */
  public void finish(String resultJson) throws IOException {
    write(StoredRun.FILE, resultJson + "\n");
  }

  /** The path of the report. */
  public Path report() {
    return path.resolve(REPORT);
  }

  /**
   * Stores a file next to the model; if the process is killed, the old or the new one remains.
   *
   * @param text that it holds, as UTF-8
   */
  public void write(String name, String text) throws IOException {
    DurableFiles.replace(path.resolve(name), text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    lock.release();
    channel.close();
  }
}
