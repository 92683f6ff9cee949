// SPDX-License-Identifier: Apache-2.0
package io.otd.app.train;

import io.otd.train.RunFolder;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The directory of a run, whether it is resumed, and how many networks are trained at a time. */
final class RunOptions {
  private static final Path RUNS = Path.of("runs");

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "Maximum number of networks trained in parallel, over all members, folds and"
              + " trials. Default: the number of cores. With --spark: 64; Spark trains as many at"
              + " a time as it has cores.")
  private @Nullable Integer jobs;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Directory of the run, which must be new or empty. Default: runs/NAME-SEED, of a search"
              + " runs/NAME-SEED-tune, with a number appended if that exists.")
  private @Nullable Path directory;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = "Resume the interrupted run in DIR.")
  private @Nullable Path resume;

  @Option(
      names = "--verbose",
      description =
          "Show columns and settings, losses and validation scores with the progress, and all"
              + " scores.")
  private boolean verbose;

  /** Whether details are shown. */
  boolean verbose() {
    return verbose;
  }

  /** Number of networks that are trained at a time, or submitted to a cluster. */
  int jobs(SparkOptions spark) {
    return spark.jobs(jobs);
  }

  /** Whether a directory is given for a new run. */
  boolean placed() {
    return directory != null;
  }

  /** The directory of a new run. */
  RunFolder folder() {
    return directory != null ? RunFolder.newAt(directory) : RunFolder.newUnder(RUNS);
  }

  /** The run to resume, if any. */
  Optional<Path> resumed() {
    return Optional.ofNullable(resume);
  }
}
