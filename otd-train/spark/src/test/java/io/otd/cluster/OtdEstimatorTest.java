// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.light.LightPredictor;
import io.otd.predict.Prediction;
import io.otd.predict.Predictor;
import io.otd.spark.OtdModel;
import io.otd.spark.SharedSession;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Driver and executors are threads of this JVM. */
@Tag("long")
class OtdEstimatorTest {
  private static final int ROWS = 3000;

  @TempDir static Path folder;

  private static OtdModel model;

  /** A number, a text with missing cells, a boolean, a date; the target is a sum with noise. */
  static Dataset<Row> rows(int partitions) {
    return SharedSession.get()
        .range(0, ROWS, 1, partitions)
        .selectExpr(
            "id",
            "pmod(xxhash64(id), 1000) / 500D as a",
            "if(id % 7 = 0, null, element_at(array('north', 'east', 'west'), cast(id % 3 + 1 as int)))"
                + " as side",
            "id % 4 = 0 as paid",
            "date_add(date'2024-01-01', cast(id % 365 as int)) as day",
            "pmod(xxhash64(id), 1000) / 500D + id % 3 + pmod(xxhash64(id, 1), 100) / 250D as y");
  }

  private static OtdEstimator estimator(String name) {
    return new OtdEstimator()
        .setTargetCols("y")
        .setMembers(2)
        .setDirectory(folder.resolve(name).toString())
        .setSettings(
            "training.steps=300",
            "training.validate_every=100",
            "model.hidden=[8]",
            "masks.steps=1",
            "evaluation.draws=64");
  }

  @BeforeAll
  static void train() {
    model = estimator("first").fit(rows(2));
  }

  @Test
  void the_model_generalizes_to_unseen_rows() {
    Dataset<Row> unseen = rows(3).selectExpr("id + 3000000 as id", "a", "side", "paid", "day", "y");
    Map<String, Double> scores = model.evaluate(unseen);
    assertThat(scores).containsEntry("rows", (double) ROWS);
    // Without inputs it would be about 1, the standard deviation; the noise is uniform on [0, 0.4].
    assertThat(scores.get("rmse")).isLessThan(.4);
    assertThat(scores.get("picp_0.9")).isBetween(.75, .99);
  }

  @Test
  void predictions_do_not_depend_on_partitioning() throws Exception {
    OtdModel again = estimator("again").fit(rows(5).orderBy("a"));
    assertThat(means(again)).isEqualTo(means(model));
    assertThat(folder.resolve("again")).isDirectoryNotContaining("glob:**/fit-*");
    OtdModel other = estimator("other").setSeed(1).fit(rows(2));
    assertThat(means(other)).isNotEqualTo(means(model));
  }

  @Test
  void a_directory_may_have_blanks_and_signs_that_addresses_encode() {
    OtdModel fitted =
        estimator("a run, 100 % #1")
            .setMembers(1)
            .setSettings(
                "training.steps=10",
                "training.validate_every=10",
                "model.hidden=[8]",
                "masks.velocity=[8]",
                "masks.steps=1",
                "evaluation.draws=64")
            .fit(rows(2));
    assertThat(means(fitted)).hasSize(50);
  }

  private static java.util.List<Double> means(OtdModel of) {
    return of
        .transform(rows(2))
        .orderBy("id")
        .limit(50)
        .selectExpr("prediction.mean")
        .collectAsList()
        .stream()
        .map(row -> row.getDouble(0))
        .toList();
  }

  @Test
  void predictors_open_the_export() throws Exception {
    Row row = rows(1).first();
    try (Predictor predictor = LightPredictor.open(folder.resolve("first/export"))) {
      assertThat(predictor.inputs()).containsExactly("a", "side", "paid", "day"); // id names rows
      Prediction expected =
          predictor.predict(
              Map.of("a", row.getDouble(1), "paid", "true", "day", row.getDate(4).toString()));
      Row scored = model.transform(rows(1)).selectExpr("prediction.mean").first();
      assertThat(scored.getDouble(0)).isCloseTo(expected.mean(), within(1e-12));
    }
  }

  @Test
  void a_value_outside_the_training_range_is_flagged_even_within_the_bounds() {
    // From 0 to just below 2; the bounds extend this range by its width on each side.
    Row row =
        model
            .transform(rows(1).limit(1).withColumn("a", org.apache.spark.sql.functions.lit(3.0)))
            .selectExpr("prediction.outside")
            .first();
    assertThat(row.<String>getList(0)).containsExactly("a");
  }

  @Test
  void works_in_a_pipeline_and_is_saved_with_its_parameters() throws Exception {
    Pipeline pipeline =
        new Pipeline()
            .setStages(
                new PipelineStage[] {
                  estimator("pipeline").setOutputCol("p").setSeed(3).setMembers(1)
                });
    String stored = folder.resolve("stored").toUri().toString();
    pipeline.write().save(stored);
    PipelineModel fitted = Pipeline.load(stored).fit(rows(2));
    assertThat(fitted.transformSchema(rows(2).schema()))
        .isEqualTo(pipeline.transformSchema(rows(2).schema()));
    assertThat(fitted.transform(rows(2)).columns()).endsWith("p");
    OtdEstimator copy = estimator("x").setMemory(3).copy(new org.apache.spark.ml.param.ParamMap());
    assertThat(copy.getOrDefault(copy.memory())).isEqualTo(3);
  }

  @Test
  void trains_a_pool_that_predicts_well() {
    OtdModel pool =
        estimator("pool")
            .setSettings(
                "model.method=pool",
                "model.kinds=[otd,mdn-pieces]",
                "training.steps=200",
                "model.hidden=[8]",
                "masks.velocity=[8]",
                "masks.steps=1",
                "evaluation.draws=64")
            .fit(rows(2));
    assertThat(pool.evaluate(rows(1)).get("rmse")).isLessThan(.5);
  }

  /** Half of the rows are 10 higher, and nothing tells which; they weigh nine times as much. */
  @Test
  void rows_count_by_their_weights() {
    Dataset<Row> halves =
        rows(2)
            .selectExpr("a", "a + if(id % 2 = 0, 10, 0) as y", "if(id % 2 = 0, 4.5D, 0.5D) as w");
    OtdModel weighed =
        estimator("weighed").setTargetCols("y").setWeightCol("w").setMembers(1).fit(halves);
    double mean =
        weighed
            .transform(halves.limit(200).selectExpr("a"))
            .selectExpr("avg(prediction.mean - a)")
            .first()
            .getDouble(0);
    // 9 with weights, 5 without.
    assertThat(mean).isCloseTo(9, within(1.0));
  }

  @Test
  void invalid_parameters_and_columns_are_reported_before_a_job_starts() {
    assertThatThrownBy(() -> new OtdEstimator().setMembers(0).fit(rows(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("targetCols: not given")
        .hasMessageContaining("directory: not given")
        .hasMessageContaining("members: 0 (expected: >= 1)");
    assertThatThrownBy(
            () ->
                estimator("bad")
                    .setTargetCols("side")
                    .fit(rows(1).selectExpr("*", "array(1) as list")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("target \"side\": STRING (expected: numbers)")
        .hasMessageContaining("column \"list\": ARRAY<INT>");
    assertThatThrownBy(() -> estimator("bad").setSettings("data.folds=3").fit(rows(1)))
        .hasMessageContaining("data.folds");
    assertThatThrownBy(() -> estimator("bad").setSettings("training.stepz=3").fit(rows(1)))
        .hasMessageContaining("training.stepz");
    assertThatThrownBy(
            () ->
                estimator("bad")
                    .setSettings(
                        "training.budget_seconds=60",
                        "model.members=null",
                        "evaluation.coverage_by=[side]",
                        "evaluation.scores=[upper]")
                    .fit(rows(1)))
        .hasMessageContaining("training.budget_seconds: 60.0 (expected: null")
        .hasMessageContaining(
            "evaluation.coverage_by: [side] (expected: none, as there are no test")
        .hasMessageContaining("evaluation.scores: [upper] (expected: none")
        .hasMessageContaining("model.members: null (expected: the number");
    assertThatThrownBy(() -> estimator("bad").setSettings("data.target=z").fit(rows(1)))
        .hasMessageContaining("data.target: [z] (expected: as targetCols, [");
    assertThatThrownBy(() -> estimator("bad").setWeightCol("v").fit(rows(1)))
        .hasMessageContaining("weightCol \"v\": not in the table");
    assertThatThrownBy(() -> estimator("bad").setTargetCols("z").fit(rows(1)))
        .hasMessageContaining("\"z\": not in the table");
  }
}
