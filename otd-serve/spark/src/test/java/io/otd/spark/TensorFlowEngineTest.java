// SPDX-License-Identifier: Apache-2.0
package io.otd.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.trained.ModelDirectory;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.schema.TableSchema;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.light.LightModelFixture;
import io.otd.predict.Prediction;
import io.otd.serve.OtdPredictor;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Predictions of a version's SavedModel by TensorFlow. */
@Tag("long")
class TensorFlowEngineTest {
  private static final int ROWS = 100;

  /** TensorFlow sums in a different order for a different number of rows. */
  private static final double ROUNDING = 1e-5;

  @TempDir static Path folder;

  @BeforeAll
  static void start() {
    SharedSession.get();
  }

  @Test
  void the_tensorflow_engine_matches_the_tensorflow_predictor() throws Exception {
    Path stored = folder.resolve("stored");
    ModelDirectory.write(stored, TestModels.EULER.model(), List.of());
    Path base = folder.resolve("exported");
    SavedModelExporter.export(ModelDirectory.read(stored).model(), base, ExportOptions.DEFAULT);
    OtdModel model = OtdModel.load(base.toString()).setEngine("tensorflow");
    try (OtdPredictor predictor = OtdPredictor.open(base)) {
      float[][] rows = rows(predictor.schema());
      List<Row> scored = model.transform(dataset(predictor.schema(), rows)).collectAsList();
      assertThat(scored).hasSize(ROWS);
      List<Prediction> expected = predictor.predict(rows);
      for (int i = 0; i < ROWS; i++) {
        Row prediction = scored.get(i).getAs("prediction");
        double std = expected.get(i).std();
        assertThat(prediction.<Double>getAs("mean"))
            .isCloseTo(expected.get(i).mean(), within(ROUNDING * std));
        assertThat(prediction.<Double>getAs("q0.95"))
            .isCloseTo(expected.get(i).quantile(.95), within(ROUNDING * std));
      }
    }
  }

  private static float[][] rows(TableSchema schema) {
    float[][] rows = new float[ROWS][schema.inputs().size()];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < rows[i].length; j++) {
        rows[i][j] = (float) (schema.numeric().get(j).mean() + (i - 50) * (j + 1) * .01);
      }
    }
    return rows;
  }

  private static Dataset<Row> dataset(TableSchema schema, float[][] rows) {
    StructType columns = new StructType();
    for (String name : schema.inputNames()) {
      columns = columns.add(name, DataTypes.FloatType);
    }
    List<Row> all = new ArrayList<>();
    for (float[] row : rows) {
      Object[] cells = new Object[row.length];
      for (int j = 0; j < cells.length; j++) {
        cells[j] = row[j];
      }
      all.add(RowFactory.create(cells));
    }
    return SharedSession.get().createDataFrame(all, columns).coalesce(1);
  }

  @Test
  void a_model_without_a_graph_is_refused_by_name() throws Exception {
    Path base = folder.resolve("light");
    TestRows.export(LightModelFixture.numbers(8), base);
    StructType columns =
        new StructType().add("u", DataTypes.FloatType).add("v", DataTypes.FloatType);
    OtdModel model = OtdModel.load(base.toString()).setEngine("tensorflow");
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() -> model.transformSchema(columns))
        .withMessageContaining("no saved_model.pb in")
        .withMessageContaining("expected: a SavedModel, for the engine tensorflow");
  }
}
