// SPDX-License-Identifier: Apache-2.0
package io.otd.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.otd.light.LightModelFixture;
import io.otd.light.LightPredictor;
import io.otd.predict.Prediction;
import io.otd.predict.Predictor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real local cluster, and the example in Python. It detects errors of class path and
 * serialisation that threads of one JVM hide. Spark comes from the Python package {@code pyspark};
 * without it the test is skipped.
 */
@Tag("long")
@Timeout(600)
class ClusterTest {
  private static final Path EXAMPLE = Path.of("../../docs/examples/spark/score.py");
  private static final int ROWS = 12_000;

  @TempDir static Path folder;

  @AutoClose private static StandaloneCluster cluster;
  private static Path model;
  private static Path rows;

  @BeforeAll
  static void start() throws Exception {
    PySpark spark = PySpark.find(folder);
    assumeTrue(
        spark.version().equals(org.apache.spark.package$.MODULE$.SPARK_VERSION()),
        "pyspark: "
            + spark.version()
            + " (expected: "
            + org.apache.spark.package$.MODULE$.SPARK_VERSION()
            + ", for the interpreter OTD_PYTHON or python3)");
    model = folder.resolve("model");
    TestRows.export(LightModelFixture.numbers(512), model);
    rows = folder.resolve("rows.parquet");
    SharedSession.get()
        .range(0, ROWS, 1, 40)
        .selectExpr("id", "id % 1000 / 250D as u", "cast(id % 17 as float) as v")
        .write()
        .parquet(rows.toString());
    cluster = StandaloneCluster.start(spark, folder);
  }

  @Test
  void the_python_example_matches_the_predictor() throws Exception {
    Path scored = folder.resolve("scored.parquet");
    SubmittedJob job =
        cluster.submit(EXAMPLE, model.toString(), rows.toString(), scored.toString());
    assertThat(job.waitFor()).as(job.output()).isZero();
    assertThat(job.output()).contains("RESULT " + ROWS + " rows");
    requireScored(scored);
  }

  @Test
  void results_are_complete_and_unchanged_after_an_executor_is_killed() throws Exception {
    Path scored = folder.resolve("killed.parquet");
    SubmittedJob job =
        cluster.submit(EXAMPLE, model.toString(), rows.toString(), scored.toString());
    // By then one stage, with forty tasks for two cores, has begun.
    job.waitForLine("Finished task .* in stage [1-9]");
    assertThat(cluster.killAnExecutor()).isTrue();
    assertThat(job.waitFor()).as(job.output()).isZero();
    assertThat(job.output()).containsPattern("Lost executor|ExecutorLostFailure|Executor lost");
    requireScored(scored);
  }

  @Test
  @Tag("slow")
  void executor_memory_does_not_grow_over_many_jobs() throws Exception {
    Path few = folder.resolve("few.parquet");
    SharedSession.get().read().parquet(rows.toString()).limit(2000).write().parquet(few.toString());
    SubmittedJob job =
        cluster.submit(
            List.of("--conf", "spark.executor.extraJavaOptions=-Xms512m -XX:+AlwaysPreTouch"),
            Path.of("src/test/python/many_jobs.py"),
            model.toString(),
            few.toString(),
            "200");
    assertThat(job.waitFor()).as(job.output()).isZero();
    List<int[]> sizes =
        job.output()
            .lines()
            .filter(line -> line.startsWith("STATUS "))
            .map(line -> Pattern.compile("\\D+").splitAsStream(line.substring(7)))
            .map(numbers -> numbers.mapToInt(Integer::parseInt).toArray())
            .toList();
    assertThat(sizes).hasSize(10);
    int[] early = sizes.get(2);
    int[] late = sizes.get(9);
    // The heap is resident from the start, so what grows here is native memory.
    assertThat(late[1]).as(job.output()).isLessThan(early[1] + 64);
    assertThat(late[2]).as("threads").isLessThan(early[2] + 10);
    // Spark broadcasts 0.2 MB per job, and keeps it until the driver collects garbage.
    assertThat(late[3]).as("live MB of the heap").isLessThan(early[3] + 50);
    assertThat(sizes).as("one predictor").allMatch(size -> size[4] == 1);
  }

  private static void requireScored(Path scored) throws IOException {
    SparkSession session = SharedSession.get();
    List<Row> all =
        session
            .read()
            .parquet(scored.toString())
            .selectExpr("id", "u", "v", "prediction.mean m", "prediction.`q0.95` q")
            .orderBy("id")
            .collectAsList();
    assertThat(all).hasSize(ROWS);
    try (Predictor predictor = LightPredictor.open(model)) {
      for (int i = 0; i < ROWS; i++) {
        Row row = all.get(i);
        assertThat(row.getLong(0)).isEqualTo(i);
        if (i % 101 == 0) {
          Prediction expected =
              predictor.predict(new float[] {(float) row.getDouble(1), row.getFloat(2)});
          assertThat(row.getDouble(3)).isEqualTo(expected.mean());
          assertThat(row.getDouble(4)).isEqualTo(expected.quantile(.95));
        }
      }
    }
  }
}
