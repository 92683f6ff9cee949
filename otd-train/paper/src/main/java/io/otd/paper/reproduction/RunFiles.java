// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.reproduction;

import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import io.otd.train.internal.study.StudyFiles;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files of the runs of an experiment: {@code VARIANT-SEED.json} of a finished one, {@code
 * VARIANT-SEED.begun.json} with the last state of one that has begun.
 *
 * @param files where they are
 */
record RunFiles(StudyFiles files) {
  private record Finished(
      int format,
      Map<String, String> made,
      double seconds,
      Map<String, Double> measures,
      List<TrainingSnapshot.Point> history,
      float[] parameters)
      implements StudyFiles.Content {}

  /**
   * A run that has begun.
   *
   * @param format version
   * @param made what it depends on
   * @param seconds of training so far
   * @param snapshot its last state
   */
  record Checkpoint(int format, Map<String, String> made, double seconds, TrainingSnapshot snapshot)
      implements StudyFiles.Content {}

  /**
   * A finished run, if it exists and counts.
   *
   * @throws IOException if its file cannot be read
   */
  Optional<Trained> finished(Variant variant, long seed) throws IOException {
    Optional<Finished> file = files.find(name(variant, seed), variant.described(), Finished.class);
    file.ifPresent(f -> files.note(variant.name() + " seed " + seed + ": done before"));
    return file.map(
        f -> new Trained(variant, seed, f.parameters(), f.history(), f.seconds(), f.measures()));
  }

  /**
   * Keeps a finished run; its last state before is no longer needed.
   *
   * @throws IOException if it cannot be written
   */
  void keep(Trained run) throws IOException {
    files.keep(
        name(run.variant(), run.seed()),
        new Finished(
            StudyFiles.FORMAT,
            files.made(run.variant().described()),
            run.seconds(),
            run.measures(),
            run.history(),
            run.parameters()));
    files.remove(checkpointName(run.variant(), run.seed()));
  }

  /**
   * The last state of an unfinished run, if it exists and counts.
   *
   * @throws IOException if its file cannot be read
   */
  Optional<Checkpoint> checkpoint(Variant variant, long seed) throws IOException {
    Optional<Checkpoint> checkpoint =
        files.find(checkpointName(variant, seed), variant.described(), Checkpoint.class);
    checkpoint.ifPresent(
        b ->
            files.note(
                "%s seed %s: continues at step %s"
                    .formatted(variant.name(), seed, b.snapshot().step())));
    return checkpoint;
  }

  /**
   * Keeps the state of a run that is not finished.
   *
   * @param seconds of training so far
   * @throws IOException if it cannot be written
   */
  void keep(Variant variant, long seed, double seconds, TrainingSnapshot snapshot)
      throws IOException {
    files.keep(
        checkpointName(variant, seed),
        new Checkpoint(StudyFiles.FORMAT, files.made(variant.described()), seconds, snapshot));
  }

  private static String name(Variant variant, long seed) {
    return variant.name() + "-" + seed;
  }

  private static String checkpointName(Variant variant, long seed) {
    return name(variant, seed) + ".begun";
  }
}
