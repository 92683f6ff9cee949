// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.app.train.SparkOptions;
import io.otd.paper.experiment.Experiment;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How the runs of a study are started: how many at a time, where, and after what question. */
final class StudyRuns {
  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "Maximum number of networks in parallel. Default: the number of cores; with --spark 64.")
  private @Nullable Integer jobs;

  @Mixin private SparkOptions spark = new SparkOptions();

  @Mixin private ConsentOption consent = new ConsentOption();

  SparkOptions spark() {
    return spark;
  }

  /** Number of runs at a time. */
  int sideBySide() {
    return spark.jobs(jobs);
  }

  /**
   * Refuses runs at the scale of the paper on this machine, unless the user has agreed to any.
   *
   * @param command that runs them
   * @throws io.otd.table.problem.InputException at that scale
   */
  void requireConsent(StudyCommand command) {
    if (!spark.given()) {
      consent.require(command);
    }
  }

  /**
   * Estimates the time, unless the user has agreed to any.
   *
   * @param command that runs them
   * @param wanted what is run
   * @param seeds runs of each model
   * @throws io.otd.table.problem.InputException if it is more than an hour
   */
  void requireConsent(StudyCommand command, List<Experiment> wanted, int seeds) {
    if (!spark.given()) {
      consent.require(command, wanted, seeds, sideBySide());
    }
  }
}
