// SPDX-License-Identifier: Apache-2.0
package io.otd.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.light.LightModelFixture;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A pipeline saved by the JVM, in PySpark; skipped without the Python package {@code pyspark}. */
@Tag("long")
@Timeout(600)
class PythonPipelineTest {
  @TempDir Path folder;

  @Test
  void a_pipeline_saved_by_the_jvm_predicts_the_same_in_python() throws Exception {
    PySpark spark = PySpark.require(folder);
    Path export = folder.resolve("model");
    TestRows.export(LightModelFixture.numbers(16), export);
    Dataset<Row> rows =
        SharedSession.get().range(0, 5, 1, 1).selectExpr("id / 4D as u", "cast(id as float) as v");
    rows.write().parquet(folder.resolve("rows").toString());
    OtdModel model = OtdModel.load(export.toString()).setQuantiles(.2);
    PipelineModel pipeline = new Pipeline().setStages(new PipelineStage[] {model}).fit(rows);
    pipeline.write().save(folder.resolve("pipeline").toString());
    String means =
        pipeline.transform(rows).selectExpr("prediction.mean").collectAsList().stream()
            .map(row -> Double.toString(row.getDouble(0)))
            .collect(Collectors.joining(", ", "MEANS [", "]"));

    SubmittedJob job =
        SubmittedJob.start(submitted(spark, "pipeline", "rows", "again", "model"), log());
    assertThat(job.waitFor()).as(job.output()).isZero();
    assertThat(job.output())
        .contains("QUANTILES [0.2]", means)
        .contains(
            "COLUMNS ['mean', 'std', 'variance_within', 'variance_between', 'q0.3', 'samples', 'outside']");
  }

  private Path log() {
    return folder.resolve("python.log");
  }

  private ProcessBuilder submitted(PySpark spark, String... folders) {
    String jars =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> entry.endsWith("classes") || entry.contains("otd-"))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> all = new ArrayList<>(List.of("--master", "local[1]"));
    all.addAll(List.of("--conf", "spark.ui.enabled=false", "--driver-class-path", jars));
    all.add("src/test/python/pipeline.py");
    for (String name : folders) {
      all.add(folder.resolve(name).toString());
    }
    ProcessBuilder builder = spark.command("spark-submit", all);
    builder
        .environment()
        .put("PYTHONPATH", Path.of("../../otd-train/python").toAbsolutePath().toString());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    return builder;
  }
}
