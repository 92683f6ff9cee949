// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.internal.trained.ModelDirectory;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.serve.OtdPredictor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A table with everything: numbers, some missing, one with a slipped decimal point, categories,
 * booleans, a row name, and a target over three orders of magnitude. The same rows go through the
 * trainer, the SavedModel and the predictor.
 */
@Tag("long")
class MixedTableTest {
  private static final String[] MONTHS = {"jan", "apr", "jul", "oct"};
  private static final int NEW_ROWS = 6;

  @TempDir static Path directory;
  private static Path model;
  private static Path base;
  private static JsonNode test;

  @BeforeAll
  static void trainAndExport() throws Exception {
    Path table = Files.writeString(directory.resolve("mixed.csv"), table(new SplittableRandom(8)));
    Files.writeString(
        directory.resolve("new.csv"),
        """
        temp,wind,month,rain
        20.5,4,jul,yes
        -3,,jan,no
        12,3,oct,No
        ,8,apr,yes
        15,2,month never seen,no
        790,5,jul,no
        """);
    model = directory.resolve("run");
    base = directory.resolve("export");
    Path log = directory.resolve("log");
    // Without randomness: all ways then predict the same numbers.
    test =
        OtdCommandLine.answer(
                log,
                "train",
                "--verbose",
                "--data",
                table.toString(),
                "--target",
                "cost",
                "--out",
                model.toString(),
                "--set",
                "masks.law=deterministic",
                "--set",
                "loss.type=squared_error",
                "--set",
                "model.hidden=32,32",
                "--set",
                "training.steps=600",
                "--set",
                "columns.target_transform=log")
            .path("test");
    assertThat(Files.readString(log))
        .contains("\"row_id\": whole numbers, each once, under this name")
        .contains("1 training value outside")
        .contains("month", "categorical", "boolean", "log(y)");
    OtdCommandLine.answer(log, "export", model.toString(), "--to", base.toString());
  }

  private static String table(SplittableRandom random) {
    StringBuilder text = new StringBuilder("row_id,temp,wind,month,rain,cost\n");
    for (int i = 0; i < 400; i++) {
      double temp = random.nextDouble(-5, 30);
      double wind = random.nextDouble(0, 10);
      int month = random.nextInt(4);
      boolean rain = random.nextDouble() < .3;
      double cost = Math.exp(2 + .1 * temp + month - (rain ? 1 : 0) + .1 * random.nextGaussian());
      text.append(
          String.format(
              Locale.ROOT,
              "%d,%s,%s,%s,%s,%.5g%n",
              i + 1,
              // The last row is a training row of seed 0, as the notice shows.
              i == 399 ? "790" : i % 20 == 0 ? "" : String.format(Locale.ROOT, "%.2f", temp),
              i % 17 == 0 ? "NA" : String.format(Locale.ROOT, "%.2f", wind),
              MONTHS[month],
              rain ? "yes" : "no",
              cost));
    }
    return text.toString();
  }

  /** The standard deviation of the noise is a tenth of the cost, which goes up to 2000. */
  @Test
  void the_model_learns_from_all_columns() {
    assertThat(test.path("mae").asDouble()).isBetween(1.0, 40.0);
  }

  @Test
  void the_same_rows_get_the_same_predictions_from_all_predictors() throws Exception {
    double[] trained = predictions(model);
    double[] exported = predictions(base);
    double[] embedded = new double[NEW_ROWS];
    try (OtdPredictor predictor = OtdPredictor.open(base)) {
      List<Map<String, Object>> rows = new ArrayList<>();
      rows.add(Map.of("temp", 20.5, "wind", 4, "month", "jul", "rain", "yes"));
      rows.add(Map.of("temp", -3, "month", "jan", "rain", "no"));
      rows.add(Map.of("temp", 12, "wind", 3, "month", "oct", "rain", "No"));
      Map<String, Object> missing = new HashMap<>();
      missing.put("temp", null);
      missing.put("wind", 8f);
      missing.put("month", "apr");
      missing.put("rain", "yes");
      rows.add(missing);
      rows.add(Map.of("temp", 15, "wind", 2, "month", "another never seen", "rain", "no"));
      rows.add(Map.of("temp", 790, "wind", 5, "month", "jul", "rain", "no"));
      for (int i = 0; i < NEW_ROWS; i++) {
        embedded[i] = predictor.predict(rows).get(i).mean();
      }
    }

    for (int i = 0; i < NEW_ROWS; i++) {
      assertThat(exported[i]).isCloseTo(trained[i], within(1e-4 * trained[i]));
      assertThat(embedded[i]).isCloseTo(trained[i], within(1e-4 * trained[i]));
    }
    // exp(2 + 0.1 * 20.5 + 2 - 1) and exp(2 - 0.3): the distribution from which the table was
    // generated.
    assertThat(trained[0]).isCloseTo(156, within(40.0));
    assertThat(trained[1]).isCloseTo(5.5, within(2.0));
  }

  @Test
  void model_and_export_are_evaluated_with_the_same_table() throws Exception {
    Path table =
        Files.writeString(
            directory.resolve("known.csv"),
            "temp,wind,month,rain,cost\n10,5,jan,no,20.1\n20,,jul,yes,148\n5,1,oct,no,244\n");
    Path log = directory.resolve("evaluate.log");
    String data = table.toString();

    JsonNode trained = OtdCommandLine.answer(log, "evaluate", model.toString(), "--data", data);
    JsonNode exported = OtdCommandLine.answer(log, "evaluate", base.toString(), "--data", data);

    double rmse = trained.path("scores").path("rmse").asDouble();
    assertThat(rmse).isBetween(.01, 60.0);
    assertThat(exported.path("scores").path("rmse").asDouble())
        .isCloseTo(rmse, within(1e-3 * rmse));
  }

  @Test
  void the_schema_is_stored_in_the_model_and_shown_by_inspect() throws Exception {
    TrainedModel stored = ModelDirectory.read(model).model();
    assertThat(stored.schema().inputNames()).containsExactly("temp", "wind", "month", "rain");
    JsonNode inspected =
        OtdCommandLine.answer(directory.resolve("inspect.log"), "inspect", base.toString());
    assertThat(inspected.path("inputs").path(2).path("kind").asText()).isEqualTo("categorical");
    assertThat(inspected.path("targets").path(0).path("encoding").asText()).contains("log(y)");
  }

  private static double[] predictions(Path of) throws IOException, InterruptedException {
    Path log = directory.resolve("predict.log");
    JsonNode rows =
        OtdCommandLine.answer(
                log, "predict", of.toString(), "--data", directory.resolve("new.csv").toString())
            .path("predictions");
    assertThat(Files.readString(log))
        .contains("1 of 6 rows have texts that the model does not know");
    double[] means = new double[NEW_ROWS];
    for (int i = 0; i < NEW_ROWS; i++) {
      means[i] = rows.path(i).path("mean").asDouble();
    }
    return means;
  }
}
