// SPDX-License-Identifier: Apache-2.0
package io.otd.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.light.LightModelFixture;
import io.otd.light.LightPredictor;
import io.otd.predict.Prediction;
import io.otd.predict.Predictor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtdModelTest {
  private static final StructType NUMBERS =
      new StructType().add("v", DataTypes.IntegerType).add("u", DataTypes.createDecimalType(6, 2));

  @TempDir static Path folder;

  private static Path everything;
  private static Path numbers;

  @BeforeAll
  static void models() throws IOException {
    SharedSession.get();
    everything = folder.resolve("everything");
    TestRows.export(LightModelFixture.everything(), everything);
    numbers = TestRows.export(LightModelFixture.numbers(40), folder.resolve("numbers"));
  }

  @Test
  void predictions_match_the_predictor_exactly() throws IOException {
    OtdModel model =
        OtdModel.load(everything.toString())
            .setQuantiles(.1, .5, .99)
            .setThresholds(30, -1.5)
            .setSamples(4)
            .setParts(true);
    List<Row> scored =
        model.transform(TestRows.dataset(TestRows.everything(), TestRows.COLUMNS)).collectAsList();
    assertThat(scored).hasSize(TestRows.everything().size());
    try (Predictor predictor = LightPredictor.open(everything)) {
      for (Row row : scored) {
        Prediction expected = predictor.predict(TestRows.cells(row));
        Row prediction = row.getAs("prediction");
        for (int j = 0; j < predictor.targets().size(); j++) {
          requireSame(prediction.getAs(predictor.targets().get(j)), expected, j);
        }
      }
    }
  }

  private static void requireSame(Row actual, Prediction expected, int target) {
    assertThat(actual.<Double>getAs("mean")).isEqualTo(expected.mean(target));
    assertThat(actual.<Double>getAs("std")).isEqualTo(expected.std(target));
    assertThat(actual.<Double>getAs("variance_within"))
        .isEqualTo(expected.variance(target).within());
    assertThat(actual.<Double>getAs("variance_between"))
        .isEqualTo(expected.variance(target).between());
    assertThat(actual.<Double>getAs("q0.1")).isEqualTo(expected.quantile(target, .1));
    assertThat(actual.<Double>getAs("q0.99")).isEqualTo(expected.quantile(target, .99));
    assertThat(actual.<Double>getAs("lower_0.9")).isEqualTo(expected.interval(target, .9).lower());
    assertThat(actual.<Double>getAs("upper_0.9")).isEqualTo(expected.interval(target, .9).upper());
    assertThat(actual.<Double>getAs("below_30")).isEqualTo(expected.probabilityBelow(target, 30));
    assertThat(actual.<Double>getAs("below_-1.5"))
        .isEqualTo(expected.probabilityBelow(target, -1.5));
    List<Float> samples = actual.getList(actual.fieldIndex("samples"));
    float[] draws = expected.samples(target);
    assertThat(samples).containsExactly(draws[0], draws[1], draws[2], draws[3]);
  }

  @Test
  void cells_outside_the_training_bounds_are_reported() {
    List<Row> scored =
        OtdModel.load(everything.toString())
            .transform(TestRows.dataset(TestRows.everything(), TestRows.COLUMNS))
            .collectAsList();
    for (Row row : scored) {
      Row prediction = row.getAs("prediction");
      Double size = row.getAs("size");
      boolean beyond = size != null && size > 20;
      assertThat(prediction.<String>getList(prediction.fieldIndex("outside")))
          .isEqualTo(beyond ? List.of("size") : List.of());
    }
    assertThat(scored)
        .anyMatch(row -> row.<Double>getAs("size") != null && row.<Double>getAs("size") > 20);
  }

  @Test
  void a_single_target_model_has_flat_output_and_reads_any_numeric_type() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 33; i++) {
      rows.add(RowFactory.create(i, new java.math.BigDecimal(i).movePointLeft(1)));
    }
    Dataset<Row> scored =
        OtdModel.load(numbers.toString())
            .setOutputCol("p")
            .transform(TestRows.dataset(rows, NUMBERS));
    assertThat(((StructType) scored.schema().apply("p").dataType()).fieldNames())
        .containsExactly("mean", "std", "q0.05", "q0.25", "q0.5", "q0.75", "q0.95", "outside");
    try (Predictor predictor = LightPredictor.open(numbers)) {
      for (Row row : scored.collectAsList()) {
        Prediction expected =
            predictor.predict(
                new float[] {
                  row.<java.math.BigDecimal>getAs("u").floatValue(), row.<Integer>getAs("v")
                });
        Row prediction = row.getAs("p");
        assertThat(prediction.<Double>getAs("mean")).isEqualTo(expected.mean());
        assertThat(prediction.<Double>getAs("q0.95")).isEqualTo(expected.quantile(.95));
      }
    }
  }

  @Test
  void all_missing_and_mistyped_columns_are_reported_before_a_job_starts() {
    StructType columns =
        new StructType()
            .add("town", DataTypes.BinaryType)
            .add("size", DataTypes.DateType)
            .add("sold", DataTypes.StringType);
    OtdModel model = OtdModel.load(everything.toString());
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> model.transformSchema(columns))
        .withMessageContaining("column \"size\": DATE (expected: numbers, texts or booleans)")
        .withMessageContaining("column \"town\": BINARY (expected: texts")
        .withMessageContaining("column \"new\": not there (expected: among [town, size, sold])");
    Dataset<Row> rows = SharedSession.get().createDataFrame(List.<Row>of(), columns);
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> model.transform(rows))
        .withMessageContaining("column \"new\": not there");
  }

  @Test
  void an_existing_column_with_the_output_name_is_refused() {
    Dataset<Row> rows = TestRows.dataset(TestRows.everything(), TestRows.COLUMNS);
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> OtdModel.load(everything.toString()).setOutputCol("id").transform(rows))
        .withMessageStartingWith("outputCol: \"id\" already exists");
  }

  @Test
  void parameters_out_of_range_are_refused_by_name() {
    Dataset<Row> rows = TestRows.dataset(TestRows.everything(), TestRows.COLUMNS);
    OtdModel model = OtdModel.load(everything.toString());
    for (Map.Entry<String, OtdModel> wrong :
        Map.of(
                "quantiles: [0.5, 1.0]", model.copy(ParamMap.empty()).setQuantiles(.5, 1),
                "samples: 9 (expected: at most 8", model.copy(ParamMap.empty()).setSamples(9),
                "badRows: drop", model.copy(ParamMap.empty()).setBadRows("drop"),
                "engine: gpu", model.copy(ParamMap.empty()).setEngine("gpu"))
            .entrySet()) {
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> wrong.getValue().transform(rows))
          .withMessageStartingWith(wrong.getKey());
    }
  }

  private static Dataset<Row> withBadRows() {
    return SharedSession.get()
        .createDataFrame(
            List.of(
                RowFactory.create(1., 2.),
                RowFactory.create(null, 2.),
                RowFactory.create(1e300, 2.),
                RowFactory.create(3., Double.NaN),
                RowFactory.create(4., 5.)),
            new StructType().add("u", DataTypes.DoubleType).add("v", DataTypes.DoubleType))
        .coalesce(1);
  }

  @Test
  void an_unpredictable_row_fails_the_job_with_location_and_reason() {
    Dataset<Row> scored = OtdModel.load(numbers.toString()).transform(withBadRows());
    assertThatThrownBy(scored::collectAsList)
        .hasStackTraceContaining(
            "row 2 of partition 0: column \"u\": missing"
                + " (expected: a number; no cell was missing in training)");
  }

  @Test
  void bad_rows_are_skipped() {
    assertThat(
            OtdModel.load(numbers.toString())
                .setBadRows("skip")
                .transform(withBadRows())
                .select("u")
                .collectAsList())
        .containsExactly(RowFactory.create(1.), RowFactory.create(4.));
  }

  @Test
  void bad_rows_are_flagged_and_the_others_are_unchanged() {
    OtdModel model = OtdModel.load(numbers.toString());
    List<Row> flagged =
        model.setBadRows("flag").transform(withBadRows()).select("prediction.*").collectAsList();
    assertThat(flagged)
        .extracting(row -> row.<String>getAs("problem"))
        .containsExactly(
            null,
            "column \"u\": missing (expected: a number; no cell was missing in training)",
            "column \"u\": 1.0E300 (expected: a number of magnitude at most 3.4e38)",
            "column \"v\": missing (expected: a number; no cell was missing in training)",
            null);
    assertThat(flagged.get(1).<Double>getAs("mean")).isNull();
    List<Row> good =
        model.setBadRows("skip").transform(withBadRows()).select("prediction.*").collectAsList();
    assertThat(flagged.get(4).<Double>getAs("mean")).isEqualTo(good.get(1).<Double>getAs("mean"));
  }

  @Test
  void a_saved_and_reloaded_pipeline_predicts_the_same() throws IOException {
    Dataset<Row> rows = TestRows.dataset(TestRows.everything(), TestRows.COLUMNS);
    OtdModel model = OtdModel.load(everything.toString()).setQuantiles(.2).setSamples(2);
    PipelineModel pipeline = new Pipeline().setStages(new PipelineStage[] {model}).fit(rows);
    Path stored = folder.resolve("pipeline");
    pipeline.write().overwrite().save(stored.toString());
    PipelineModel read = PipelineModel.load(stored.toString());
    assertThat(sorted(read.transform(rows))).isEqualTo(sorted(pipeline.transform(rows)));
    assertThat(((OtdModel) read.stages()[0]).getOrDefault(model.quantiles())).containsExactly(.2);
  }

  @Test
  void a_saved_model_does_not_need_the_original_export() throws IOException {
    Path base = folder.resolve("passing");
    Path file = TestRows.export(LightModelFixture.numbers(8), base);
    Path stored = folder.resolve("stored");
    OtdModel.load(base.toString()).setSamples(3).save(stored.toString());
    Files.delete(file);
    OtdModel read = OtdModel.load(stored.toString());
    assertThat(read.getOrDefault(read.samples())).isEqualTo(3);
    assertThat(read.setBadRows("skip").transform(withBadRows()).count()).isEqualTo(2);
  }

  /** As Spark Connect does with the models of its clients. */
  @Test
  void a_model_is_kept_on_the_disk_of_the_driver_whatever_the_default_file_system()
      throws IOException {
    Configuration settings = SharedSession.get().sparkContext().hadoopConfiguration();
    String usual = settings.get("fs.defaultFS");
    Path stored = folder.resolve("kept");
    OtdModel model = OtdModel.load(numbers.toString()).setSamples(3);
    settings.set("fs.defaultFS", "nowhere://other");
    try {
      model.write().saveToLocal(stored.toString());
      OtdModel read = OtdModel.read().loadFromLocal(stored.toString());
      assertThat(read.getOrDefault(read.samples())).isEqualTo(3);
      assertThat(read.setBadRows("skip").transform(withBadRows()).count()).isEqualTo(2);
    } finally {
      settings.set("fs.defaultFS", usual);
    }
  }

  @Test
  void spark_connect_finds_the_model_among_the_services() {
    assertThat(ServiceLoader.load(Transformer.class).stream().map(ServiceLoader.Provider::type))
        .contains(OtdModel.class);
  }

  @Test
  void a_copy_keeps_the_parameters_and_leaves_the_original_unchanged() {
    OtdModel model = OtdModel.load(numbers.toString()).setSamples(2);
    OtdModel copy = model.copy(ParamMap.empty().put(model.samples().w(5)));
    assertThat(copy.getOrDefault(copy.samples())).isEqualTo(5);
    assertThat(model.getOrDefault(model.samples())).isEqualTo(2);
    assertThat(Arrays.stream(copy.params()).map(p -> p.name()))
        .containsExactlyInAnyOrder(
            "badRows", "engine", "outputCol", "parts", "quantiles", "samples", "thresholds");
  }

  @Test
  void a_path_without_a_model_is_refused_by_name() throws IOException {
    Path empty = Files.createDirectories(folder.resolve("empty"));
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() -> OtdModel.load(empty.toString()))
        .withMessageContaining("empty")
        .withMessageContaining("expected: a version, or a folder of versions");
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() -> OtdModel.load(folder.resolve("nowhere").toString()))
        .withMessageContaining("nowhere does not exist");
  }

  private static List<Row> sorted(Dataset<Row> rows) {
    List<Row> all = new ArrayList<>(rows.drop("unused").collectAsList());
    all.sort(Comparator.comparingLong(row -> row.getAs("id")));
    return all;
  }
}
