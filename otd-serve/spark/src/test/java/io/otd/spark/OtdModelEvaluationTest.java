// SPDX-License-Identifier: Apache-2.0
package io.otd.spark;

import static org.apache.spark.sql.functions.expr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.PredictiveScores;
import io.otd.light.LightModelFixture;
import io.otd.light.LightPredictor;
import io.otd.predict.Predictor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
class OtdModelEvaluationTest {
  private static final int ROWS = 5000;

  @TempDir static Path folder;

  private static Path model;
  private static List<String> targets;

  @BeforeAll
  static void models() throws IOException {
    SharedSession.get();
    model = TestRows.export(LightModelFixture.numbers(40), folder.resolve("numbers"));
    try (Predictor predictor = LightPredictor.open(model)) {
      targets = predictor.targets();
    }
  }

  private static Dataset<Row> rows(int partitions, double lastTarget) {
    StructType columns =
        new StructType().add("u", DataTypes.DoubleType).add("v", DataTypes.DoubleType);
    for (String target : targets) {
      columns = columns.add(target, DataTypes.DoubleType);
    }
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      List<Object> cells = new ArrayList<>(List.of(u(i), v(i)));
      for (int j = 0; j < targets.size(); j++) {
        cells.add(i == ROWS - 1 ? lastTarget : observed(i, j));
      }
      rows.add(RowFactory.create(cells.toArray()));
    }
    return SharedSession.get().createDataFrame(rows, columns).repartition(partitions);
  }

  private static double u(int row) {
    return row % 100 / 25.0;
  }

  private static double v(int row) {
    return row % 17;
  }

  private static double observed(int row, int target) {
    return row % 13 / 3.0 - target;
  }

  @Test
  void partitioned_scores_match_those_of_all_rows_at_once() throws IOException {
    PredictiveScores expected = atOnce();
    for (int partitions : List.of(1, 7)) {
      Map<String, Double> scores =
          OtdModel.load(model.toString()).evaluate(rows(partitions, observed(ROWS - 1, 0)));
      assertThat(scores).containsEntry("rows", (double) ROWS);
      assertThat(scores)
          .containsKeys("energy_score", "crps", "rmse", "mae", "pinball", "picp_0.9", "winkler_0.9")
          .containsKey("mace");
      scores.forEach(
          (name, value) -> {
            if (!name.equals("rows")) {
              double wanted = expected.get(name);
              assertThat(value).as(name).isCloseTo(wanted, within(1e-9 * Math.abs(wanted)));
            }
          });
    }
  }

  private static PredictiveScores atOnce() throws IOException {
    try (Predictor predictor = LightPredictor.open(model)) {
      float[] cells = new float[2 * ROWS];
      double[][] observed = new double[ROWS][targets.size()];
      for (int i = 0; i < ROWS; i++) {
        cells[2 * i] = (float) u(i);
        cells[2 * i + 1] = (float) v(i);
        for (int j = 0; j < targets.size(); j++) {
          observed[i][j] = observed(i, j);
        }
      }
      var predictions = predictor.predict(cells, new String[0], ROWS);
      float[] draws = new float[predictor.draws() * ROWS];
      for (int i = 0; i < ROWS; i++) {
        float[] samples = predictions.get(i).samples();
        for (int k = 0; k < samples.length; k++) {
          draws[k * ROWS + i] = samples[k];
        }
      }
      return PredictiveScores.of(
          Draws.of(predictor.draws(), ROWS, 1, draws), observed, CoverageLevels.OPENML);
    }
  }

  @Test
  void a_row_without_a_target_fails_or_is_skipped() {
    OtdModel opened = OtdModel.load(model.toString());
    Dataset<Row> rows = rows(2, Double.NaN);
    assertThatThrownBy(() -> opened.evaluate(rows))
        .hasStackTraceContaining("target \"" + targets.get(0) + "\": missing (expected: a number)");
    assertThat(opened.setBadRows("skip").evaluate(rows)).containsEntry("rows", ROWS - 1.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"double", "string"})
  void a_row_whose_prediction_is_not_finite_fails_or_is_skipped(String type) {
    OtdModel opened = OtdModel.load(model.toString());
    Dataset<Row> rows =
        rows(2, 0)
            .withColumn("u", expr("if(u = 0 and v = 0, 3e38, u)").cast(type))
            .withColumn("v", expr("if(double(u) > 1e30, 3e38, v)").cast(type));
    long far = rows.filter("double(u) > 1e30").count();
    assertThat(far).isPositive();
    assertThatThrownBy(() -> opened.evaluate(rows))
        .hasStackTraceContaining("the prediction is not finite; \"")
        .hasStackTraceContaining("of partition");
    assertThat(opened.setBadRows("skip").evaluate(rows)).containsEntry("rows", (double) ROWS - far);
  }

  @Test
  void missing_columns_are_reported_before_a_job_starts() {
    Map<String, String> problems = new HashMap<>();
    problems.put("u", "column \"u\": not there");
    problems.put(targets.get(0), "target \"" + targets.get(0) + "\": not there");
    problems.forEach(
        (column, problem) ->
            assertThatThrownBy(
                    () -> OtdModel.load(model.toString()).evaluate(rows(1, 0).drop(column)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem));
  }
}
