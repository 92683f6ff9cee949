// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.spark.PySpark;
import io.otd.spark.StandaloneCluster;
import io.otd.spark.SubmittedJob;
import io.otd.table.Table;
import io.otd.table.read.TableReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Python example that trains on a Spark table, on a master and two workers in separate
 * processes; and tables that Spark has written. Spark comes from the Python package {@code
 * pyspark}; without it the test is skipped.
 */
@Tag("long")
@Timeout(600)
class SparkEstimatorWayTest {
  private static final Path EXAMPLE = Path.of("../docs/examples/spark/train.py");

  /** All jars that Spark does not have, as in the folder that docs/spark.md names. */
  private static final Pattern SENT =
      Pattern.compile(
          "(otd-(train|train-spark|core|schema|tables|export|predict-api|spark|light)|tensorflow-.*"
              + "|ndarray|javacpp|protobuf-java|jna|jspecify|commons-(statistics|numbers|rng)-.*"
              + "|ejml-.*|fastcsv|jte-runtime)-[0-9].*(?<!-tests)[.]jar");

  @TempDir static Path folder;

  private static PySpark spark;
  @AutoClose private static StandaloneCluster cluster;
  private static Path rows;
  private static Path typed;

  @BeforeAll
  static void start() throws Exception {
    spark = PySpark.require(folder);
    rows = folder.resolve("rows.parquet");
    typed = folder.resolve("typed.parquet");
    writeWithSpark();
    cluster = StandaloneCluster.start(spark, folder);
  }

  @Test
  void the_estimator_gives_the_local_model_after_an_executor_is_killed() throws Exception {
    SubmittedJob alone = submit("estimated-here", "local[2]");
    assertThat(alone.waitFor()).as(alone.output()).isZero();
    SubmittedJob job = submit("estimated-there", cluster.address());
    waitForState(job, folder.resolve("estimated-there"));
    assertThat(cluster.killAnExecutor()).isTrue();
    assertThat(job.waitFor()).as(job.output()).isZero();
    assertThat(job.output()).containsPattern("Lost executor|ExecutorLostFailure|Executor lost");
    assertThat(results(job)).hasSizeGreaterThan(10).isEqualTo(results(alone));
    Path model = Path.of("export/1/assets.extra/otd-light.bin");
    assertThat(folder.resolve("estimated-there").resolve(model))
        .hasSameBinaryContentAs(folder.resolve("estimated-here").resolve(model));
  }

  @Test
  void reads_a_partitioned_table_written_by_spark() throws Exception {
    Table read = TableReader.read(typed).table();
    assertThat(read.rows()).isEqualTo(100);
    assertThat(read.names())
        .containsExactlyInAnyOrder("id", "half", "price", "paid", "town", "day", "at", "part");
    double[] ids = read.numbers("id");
    for (int row = 0; row < 100; row++) {
      int id = (int) ids[row];
      assertThat(read.numbers("half")[row]).isEqualTo(id / 8.0);
      assertThat(read.numbers("price")[row]).isEqualTo(id / 4.0);
      assertThat(read.numbers("part")[row]).isEqualTo(id % 4);
      assertThat(text(read, "paid", row)).isEqualTo(id % 2 == 0 ? "true" : "false");
      assertThat(text(read, "town", row)).isEqualTo(id % 10 == 0 ? "" : "t" + id % 3);
      assertThat(text(read, "day", row))
          .isEqualTo(LocalDate.of(2024, 2, 28).plusDays(id).toString());
      // Spark's default timestamp, INT96, has no time zone. It is in UTC.
      assertThat(text(read, "at", row)).isEqualTo("2024-03-31T16:05:00");
    }
    assertThat(Arrays.stream(ids).distinct().sum()).isEqualTo(4950);
  }

  /** Two tables: one to train on, and one of all types, partitioned by {@code part}. */
  private static void writeWithSpark() throws IOException, InterruptedException {
    Path script = folder.resolve("write.py");
    Files.writeString(
        script,
        """
        import sys
        from pyspark.sql import SparkSession
        spark = (
            SparkSession.builder.master("local[2]").config("spark.sql.session.timeZone", "UTC").getOrCreate()
        )
        spark.range(5000).selectExpr(
            "pmod(xxhash64(id), 1000) / 500D as a",
            "element_at(array('u', 'v'), int(id % 2 + 1)) as b",
            "pmod(xxhash64(id), 1000) / 500D + id % 2 + pmod(xxhash64(id, 1), 100) / 250D as y"
        ).write.parquet(sys.argv[1])
        spark.range(100).selectExpr(
            "id", "id / 8D as half", "cast(id / 4D as decimal(8, 2)) as price", "id % 2 = 0 as paid",
            "if(id % 10 = 0, null, concat('t', id % 3)) as town",
            "date_add(date'2024-02-28', cast(id as int)) as day",
            "timestamp'2024-03-31 16:05:00' as at", "id % 4 as part"
        ).write.option("compression", "zstd").partitionBy("part").parquet(sys.argv[2])
        """);
    List<String> arguments =
        List.of(script.toString(), rows.toUri().toString(), typed.toUri().toString());
    SubmittedJob job =
        SubmittedJob.start(spark.command("spark-submit", arguments), folder.resolve("write.log"));
    assertThat(job.waitFor()).as(job.output()).isZero();
  }

  private static String text(Table table, String column, int row) {
    return table.column(column).texts().text(row);
  }

  private static SubmittedJob submit(String name, String master) throws IOException {
    String jars =
        Arrays.stream(System.getProperty("surefire.test.class.path").split(File.pathSeparator))
            .filter(jar -> SENT.matcher(Path.of(jar).getFileName().toString()).matches())
            .collect(Collectors.joining(","));
    List<String> arguments = new ArrayList<>(List.of("--master", master, "--jars", jars));
    arguments.addAll(List.of("--executor-memory", "512m", "--conf", "spark.ui.enabled=false"));
    arguments.addAll(List.of("--conf", StandaloneCluster.programs()));
    arguments.addAll(
        List.of(
            "--driver-java-options", "-Dotd.programs=" + System.getProperty("otd.programs", "")));
    arguments.addAll(
        List.of(EXAMPLE.toString(), rows.toString(), "y", folder.resolve(name).toString()));
    arguments.addAll(List.of("model.members=2", "model.hidden=[8]", "training.steps=2000"));
    arguments.addAll(List.of("training.patience=2000", "output.checkpoint_seconds=0.2"));
    return SubmittedJob.start(
        spark.command("spark-submit", arguments), folder.resolve(name + ".log"));
  }

  /** Waits until a network has a checkpoint, from which another executor can continue. */
  private static void waitForState(SubmittedJob job, Path directory) throws Exception {
    while (job.process().isAlive()) {
      if (Files.isDirectory(directory) && hasState(directory)) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
    throw new IOException("ended without a state:\n" + job.output());
  }

  private static boolean hasState(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.anyMatch(file -> file.endsWith("state"));
    } catch (UncheckedIOException e) {
      return false; // an existing file has been removed
    }
  }

  private static List<String> results(SubmittedJob job) throws IOException {
    return job.output().lines().filter(line -> line.startsWith("RESULT ")).toList();
  }
}
