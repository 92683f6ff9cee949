// SPDX-License-Identifier: Apache-2.0
package io.otd.app.train;

import io.otd.app.command.Arguments;
import io.otd.app.command.ShellCommand;
import io.otd.table.problem.InputException;
import io.otd.train.OtdBuilder;
import io.otd.train.internal.cluster.ClusterSite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether a cluster trains the networks. */
public final class SparkOptions {
  private static final Duration SAVES = Duration.ofSeconds(30);

  @Option(
      names = "--spark",
      paramLabel = "MASTER",
      description =
          "Train the networks on Apache Spark, such as spark://host:7077, yarn or"
              + " local[4]; see docs/spark.md. Needs Spark (SPARK_HOME, or spark-submit on the"
              + " path) and a run directory that all machines see.")
  private @Nullable String master;

  @Option(
      names = "--spark-conf",
      paramLabel = "KEY=VALUE",
      description = "A setting of Spark, such as spark.executor.memory=2g; repeatable.")
  private List<String> settings = new ArrayList<>();

  /** A training on the cluster, if there is one. */
  OtdBuilder on(OtdBuilder training) {
    requireMaster();
    return master == null ? training : training.spark(master, settings);
  }

  /**
   * The command that resumes a run on the same cluster.
   *
   * @param command train or tune
   */
  String resume(String command, Path directory) {
    List<Object> words = new ArrayList<>(List.of(command, "--resume", directory));
    if (master != null) {
      words.addAll(List.of("--spark", master));
      settings.forEach(setting -> words.addAll(List.of("--spark-conf", setting)));
    }
    return ShellCommand.otd(words.toArray());
  }

  /** Whether there is a cluster. */
  public boolean given() {
    return master != null;
  }

  /**
   * Number of networks that are trained at a time, or submitted to the cluster.
   *
   * @param given by {@code --jobs}; null if it is not
   */
  public int jobs(@Nullable Integer given) {
    return Arguments.jobs(
        given == null && master != null ? Integer.valueOf(ClusterSite.JOBS) : given);
  }

  /**
   * A cluster for networks that no {@link OtdBuilder} trains. The native flags are set.
   *
   * @param directory of the runs; created if it does not exist
   */
  public Optional<ClusterSite> start(Path directory) {
    requireMaster();
    if (master == null) {
      return Optional.empty();
    }
    Arguments.directory("--out", directory);
    return Optional.of(
        ClusterSite.start(master, settings, directory, new ClusterSite.Conditions(SAVES, false)));
  }

  private void requireMaster() {
    if (master == null && !settings.isEmpty()) {
      throw new InputException("--spark-conf: given without --spark (expected: with it)");
    }
  }
}
