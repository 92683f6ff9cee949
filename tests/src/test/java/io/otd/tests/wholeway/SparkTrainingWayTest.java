// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.otd.spark.PySpark;
import io.otd.spark.StandaloneCluster;
import io.otd.spark.SubmittedJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code otd train --spark} on a master and two workers in processes of their own. Spark is that of
 * the Python package {@code pyspark}; without it the test is skipped.
 */
@Tag("long")
@Timeout(600)
class SparkTrainingWayTest {
  @TempDir Path folder;

  @Test
  void after_an_executor_was_killed_the_folds_have_the_bits_of_one_machine() throws Exception {
    PySpark spark = PySpark.find(folder);
    assumeFalse(spark.version().equals("none"), "no pyspark for OTD_PYTHON or python3");
    Path table = Files.writeString(folder.resolve("t.csv"), table());
    Path here = folder.resolve("here");
    SubmittedJob alone = otd(spark, "here.log", table, here);
    assertThat(alone.waitFor()).as(alone.output()).isZero();
    Path there = folder.resolve("there");
    try (StandaloneCluster cluster = StandaloneCluster.start(spark, folder)) {
      SubmittedJob job =
          otd(
              spark,
              "there.log",
              table,
              there,
              "--spark",
              cluster.address(),
              "--spark-conf",
              "spark.executor.memory=512m",
              "--spark-conf",
              "spark.ui.enabled=false");
      job.waitForLine("step [1-9][0-9]*/"); // some state is stored by then
      assertThat(cluster.killAnExecutor()).isTrue();
      assertThat(job.waitFor()).as(job.output()).isZero();
    }
    assertThat(Files.readString(there.resolve("spark.log"))).containsPattern("Lost executor");
    assertThat(checkpoints(there)).hasSize(3).isEqualTo(checkpoints(here));
    assertThat(there.resolve("cluster")).doesNotExist();
  }

  private SubmittedJob otd(PySpark spark, String log, Path table, Path out, String... more)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Jars by their names, of which the machines of the cluster get some.
    command.addAll(
        List.of("-cp", System.getProperty("surefire.test.class.path"), "io.otd.app.OtdMain"));
    command.addAll(List.of("train", "--data", table.toString(), "--target", "y", "--folds", "3"));
    command.addAll(List.of("--out", out.toString(), "--set", "training.steps=6000"));
    command.addAll(List.of("--set", "training.patience=6000", "--set", "model.members=1"));
    command.addAll(List.of("--set", "output.checkpoint_seconds=0.2"));
    command.addAll(List.of(more));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("SPARK_HOME", spark.home().toString());
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    return SubmittedJob.start(builder, folder.resolve(log));
  }

  private static String table() {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder csv = new StringBuilder("a,b,y\n");
    for (int i = 0; i < 300; i++) {
      double a = random.nextDouble();
      csv.append(a).append(',').append(random.nextDouble()).append(',');
      csv.append(a + random.nextDouble() / 10).append('\n');
    }
    return csv.toString();
  }

  /** Directories of checkpoints below, which are named by what is in them. */
  private static List<String> checkpoints(Path run) throws IOException {
    try (Stream<Path> files = Files.walk(run)) {
      return files
          .filter(f -> f.getFileName().toString().startsWith("checkpoint-"))
          .map(f -> run.relativize(f).toString())
          .sorted()
          .toList();
    }
  }
}
