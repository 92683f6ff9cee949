// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.timing;

import io.otd.core.internal.files.DurableFiles;
import io.otd.core.internal.files.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Timed configurations, one file each, from which an interrupted sweep is resumed. One counts if
 * all that its time depends on is as it was.
 */
public final class FinishedTimings {
  private static final int FORMAT = 1;

  private final Path directory;
  private final Map<String, String> origin;
  private final boolean reuse;
  private final Consumer<String> notes;

  /**
   * Timings in a directory.
   *
   * @param directory of the files
   * @param origin what times depend on besides the configuration: scale, version, machine, flags
   * @param reuse whether to use existing results
   * @param notes receives the configurations that were not timed again
   */
  public FinishedTimings(
      Path directory, Map<String, String> origin, boolean reuse, Consumer<String> notes) {
    this.directory = directory;
    this.origin = origin;
    this.reuse = reuse;
    this.notes = notes;
  }

  /** A file. */
  private record Document(int format, Map<String, String> made, TimingRun run) {}

  /**
   * A run, if it exists and is valid.
   *
   * @throws IOException if its file cannot be read
   */
  Optional<TimingRun> find(TimingConfiguration configuration, long seed) throws IOException {
    Path file = file(configuration.name(), seed);
    if (!reuse || !Files.exists(file)) {
      return Optional.empty();
    }
    Document document = StrictJson.read(file, FORMAT, Document.class);
    if (!document.made().equals(origin)) {
      notes.accept(file + ": of another version, machine or scale; it is timed again");
      return Optional.empty();
    }
    notes.accept("%s seed %s: done before".formatted(configuration.label(), seed));
    return Optional.of(document.run());
  }

  /**
   * Keeps a run.
   *
   * @throws IOException if it cannot be written
   */
  void keep(TimingRun run) throws IOException {
    Files.createDirectories(directory);
    DurableFiles.replace(
        file(run.configuration(), run.seed()), StrictJson.write(new Document(FORMAT, origin, run)));
  }

  private Path file(String configuration, long seed) {
    return directory.resolve("%s-%s.json".formatted(configuration, seed));
  }
}
