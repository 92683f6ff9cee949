// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.BriefJvm;
import io.otd.core.Folders;
import io.otd.core.RandomTable;
import io.otd.spark.PySpark;
import io.otd.spark.StandaloneCluster;
import io.otd.spark.SubmittedJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code otd train --spark} on a master and two workers in separate processes. Spark comes from the
 * Python package {@code pyspark}; without it the test is skipped.
 */
@Tag("long")
@Timeout(600)
class SparkTrainingWayTest {
  private static final int INTERRUPTED = 130;

  @TempDir static Path folder;

  private static PySpark spark;
  @AutoClose private static StandaloneCluster cluster;
  private static Path table;
  private static Path here;

  @BeforeAll
  static void start() throws Exception {
    spark = PySpark.require(folder);
    table = Files.writeString(folder.resolve("t.csv"), table());
    here = folder.resolve("here");
    SubmittedJob alone = train("here.log", here);
    assertThat(alone.waitFor()).as(alone.output()).isZero();
    cluster = StandaloneCluster.start(spark, folder);
  }

  @Test
  void folds_match_local_training_bit_for_bit_after_an_executor_is_killed() throws Exception {
    Path there = folder.resolve("there");
    SubmittedJob job = train("there.log", there, onCluster());
    waitForState(there, job);
    assertThat(cluster.killAnExecutor()).isTrue();
    assertThat(job.waitFor()).as(job.output()).isZero();
    assertThat(Files.readString(there.resolve("spark.log"))).containsPattern("Lost executor");
    assertThat(Folders.checkpoints(there)).hasSize(3).isEqualTo(Folders.checkpoints(here));
    assertThat(there.resolve("cluster")).doesNotExist();
  }

  @Test
  void interrupted_folds_resume_to_the_bits_of_local_training() throws Exception {
    Path there = folder.resolve("interrupted");
    SubmittedJob job = train("interrupted.log", there, onCluster());
    waitForState(there, job);
    assertThat(interrupt(job)).isZero();
    assertThat(job.waitFor()).as(job.output()).isEqualTo(INTERRUPTED);
    assertThat(there.resolve("cluster")).doesNotExist();
    assertThat(Folders.checkpoints(there)).isNotEqualTo(Folders.checkpoints(here));
    SubmittedJob rest = otd("resumed.log", List.of("train", "--resume", there.toString()));
    assertThat(rest.waitFor()).as(rest.output()).isZero();
    assertThat(Folders.checkpoints(there)).hasSize(3).isEqualTo(Folders.checkpoints(here));
  }

  /** Until a worker has stored a state; progress may be shown only after the last step. */
  private static void waitForState(Path run, SubmittedJob job) throws Exception {
    Path cluster = run.resolve("cluster");
    while (!Files.isDirectory(cluster) || !hasState(cluster)) {
      assertThat(job.process().isAlive()).as(job.output()).isTrue();
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private static boolean hasState(Path cluster) throws IOException {
    try (Stream<Path> networks = Files.list(cluster)) {
      return networks.anyMatch(network -> Files.exists(network.resolve("state")));
    }
  }

  private static String[] onCluster() {
    return new String[] {
      "--spark",
      cluster.address(),
      "--spark-conf",
      "spark.executor.memory=512m",
      "--spark-conf",
      StandaloneCluster.programs(),
      "--spark-conf",
      "spark.ui.enabled=false"
    };
  }

  private static SubmittedJob train(String log, Path out, String... more) throws IOException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("train", "--data", table.toString(), "--target", "y", "--folds", "3"));
    command.addAll(List.of("--out", out.toString(), "--set", "training.steps=12000"));
    command.addAll(List.of("--set", "training.patience=12000", "--set", "model.members=1"));
    command.addAll(List.of("--method", "otd", "--set", "model.hidden=[16]"));
    command.addAll(List.of("--set", "output.checkpoint_seconds=0.2"));
    command.addAll(List.of(more));
    return otd(log, command);
  }

  private static SubmittedJob otd(String log, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    // Builds in the background ignore interrupts, and so would their child processes.
    command.addAll(List.of("env", "--default-signal=INT"));
    // Jars by name; the machines of the cluster get some of them.
    List<String> words =
        new ArrayList<>(
            List.of("-cp", System.getProperty("surefire.test.class.path"), "io.otd.app.OtdMain"));
    words.addAll(arguments);
    command.addAll(BriefJvm.command(words));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("SPARK_HOME", spark.home().toString());
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    return SubmittedJob.start(builder, folder.resolve(log));
  }

  /** Like Ctrl-C. */
  private static int interrupt(SubmittedJob job) throws IOException, InterruptedException {
    return new ProcessBuilder("kill", "-INT", Long.toString(job.process().pid())).start().waitFor();
  }

  private static String table() {
    return RandomTable.csv(
        "a,b,y",
        300,
        3,
        (i, random) -> {
          double a = random.nextDouble();
          return a + "," + random.nextDouble() + "," + (a + random.nextDouble() / 10);
        });
  }
}
