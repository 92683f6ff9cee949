// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.reproduction;

import io.otd.core.internal.files.DurableFiles;
import io.otd.core.internal.files.StrictJson;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs of an experiment, one file each, from which an interrupted reproduction is resumed: finished
 * ones, and the last state of those that have begun. A run counts if everything that its numbers
 * depend on is as it was.
 */
public final class FinishedRuns {
  private static final int FORMAT = 1;

  private final Path directory;
  private final Map<String, String> origin;
  private final boolean reuse;
  private final Consumer<String> notes;

  /**
   * Runs in a directory.
   *
   * @param directory of the files
   * @param origin what the numbers depend on besides the variant: scale, version, commit, native
   *     flags
   * @param reuse whether to use existing runs; otherwise everything is run again
   * @param notes receives the runs that were not repeated, and ignored files
   */
  public FinishedRuns(
      Path directory, Map<String, String> origin, boolean reuse, Consumer<String> notes) {
    this.directory = directory;
    this.origin = origin;
    this.reuse = reuse;
    this.notes = notes;
  }

  /** A file. */
  private record Document(
      int format,
      Map<String, String> made,
      double seconds,
      Map<String, Double> measures,
      List<TrainingSnapshot.Point> history,
      float[] parameters) {}

  /** The file of a run that has begun. */
  private record BegunDocument(
      int format, Map<String, String> made, double seconds, TrainingSnapshot snapshot) {}

  /**
   * A run that has begun.
   *
   * @param snapshot its last state
   * @param seconds of training so far
   */
  record Begun(TrainingSnapshot snapshot, double seconds) {}

  /**
   * The last state of an unfinished run, if it exists and is valid.
   *
   * @throws IOException if its file cannot be read
   */
  Optional<Begun> begun(Variant variant, long seed) throws IOException {
    Path file = begunFile(variant, seed);
    if (!reuse || !Files.exists(file)) {
      return Optional.empty();
    }
    BegunDocument document = StrictJson.read(file, FORMAT, BegunDocument.class);
    if (!document.made().equals(made(variant))) {
      notes.accept(file + ": made with other settings or another version; it is begun again");
      return Optional.empty();
    }
    notes.accept(
        "%s seed %s: continues at step %s"
            .formatted(variant.name(), seed, document.snapshot().step()));
    return Optional.of(new Begun(document.snapshot(), document.seconds()));
  }

  /**
   * Keeps the state of a run that is not finished, in place of an older one.
   *
   * @throws IOException if it cannot be written
   */
  void keep(Variant variant, long seed, Begun begun) throws IOException {
    Files.createDirectories(directory);
    DurableFiles.replace(
        begunFile(variant, seed),
        StrictJson.write(
            new BegunDocument(FORMAT, made(variant), begun.seconds(), begun.snapshot())));
  }

  /**
   * A finished run, if it exists and is valid.
   *
   * @throws IOException if its file cannot be read
   */
  Optional<Trained> find(Variant variant, long seed) throws IOException {
    Path file = file(variant, seed);
    if (!reuse || !Files.exists(file)) {
      return Optional.empty();
    }
    Document document = StrictJson.read(file, FORMAT, Document.class);
    if (!document.made().equals(made(variant))) {
      notes.accept(file + ": made with other settings or another version; it is run again");
      return Optional.empty();
    }
    notes.accept(variant.name() + " seed " + seed + ": done before");
    return Optional.of(
        new Trained(
            variant,
            seed,
            document.parameters(),
            document.history(),
            document.seconds(),
            document.measures()));
  }

  /**
   * Keeps a finished run.
   *
   * @throws IOException if it cannot be written
   */
  void keep(Trained run) throws IOException {
    Files.createDirectories(directory);
    DurableFiles.replace(
        file(run.variant(), run.seed()),
        StrictJson.write(
            new Document(
                FORMAT,
                made(run.variant()),
                run.seconds(),
                run.measures(),
                run.history(),
                run.parameters())));
    Files.deleteIfExists(begunFile(run.variant(), run.seed()));
  }

  private Map<String, String> made(Variant variant) {
    Map<String, String> made = new LinkedHashMap<>(variant.described());
    made.putAll(origin);
    return made;
  }

  private Path begunFile(Variant variant, long seed) {
    return directory.resolve(variant.name() + "-" + seed + ".begun.json");
  }

  private Path file(Variant variant, long seed) {
    return directory.resolve(variant.name() + "-" + seed + ".json");
  }
}
