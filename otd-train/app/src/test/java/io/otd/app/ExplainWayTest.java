// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.app.command.Interruption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trained model and its export are explained on the command line. */
class ExplainWayTest {
  @TempDir static Path folder;
  private static Path data = Path.of("");
  private static Path model = Path.of("");

  @BeforeAll
  static void train() throws IOException {
    data = ParcelTable.in(folder);
    model = folder.resolve("model");
    ParcelTable.train(
            data,
            model,
            "--set model.hidden=16,16 --set model.members=1 --set masks.velocity=8",
            "--set masks.steps=1 --set training.steps=300 --set training.learning_rate=0.01",
            "--set evaluation.draws=200")
        .ok();
  }

  private static OtdRun explain(Path directory, Object... more) {
    List<String> words = OtdRun.words(more);
    String draws = words.contains("--draws") ? "" : "--draws 50";
    return OtdRun.line(
        "explain", directory, "--data", data, "--max-rows 100 --evaluations 200", draws, words);
  }

  @Test
  void a_trained_model_is_explained_in_text_json_and_figures() throws IOException {
    Path page = folder.resolve("why.html");
    OtdRun run = explain(model, "--row 2,5-6 --report", page, "--json").ok();
    JsonNode json = run.json();
    JsonNode columns = json.at("/importance/columns");
    assertThat(columns).hasSize(3);
    assertThat(columns.get(0).path("name").asText()).isEqualTo("distance_km");
    double loss = columns.get(0).path("loss").asDouble();
    assertThat(loss).isGreaterThan(5 * columns.get(0).path("standard_error").asDouble());
    JsonNode effect = json.at("/effects/0");
    assertThat(effect.path("column").asText()).isEqualTo("distance_km");
    JsonNode mean = effect.at("/targets/minutes/mean/effect");
    assertThat(mean).hasSameSizeAs(effect.path("places"));
    // 2.1 minutes per kilometre over 19 km, and half of the rows beyond the bridge wait 25 minutes.
    assertThat(mean.get(mean.size() - 1).asDouble() - mean.get(0).asDouble()).isBetween(30.0, 65.0);
    assertThat(json.path("attributions")).hasSize(3);
    assertThat(json.at("/attributions/2/row").asInt()).isEqualTo(6);
    for (JsonNode row : json.path("attributions")) {
      for (String part : List.of("mean", "sd")) {
        JsonNode of = row.at("/targets/minutes/" + part);
        double sum = of.path("base").asDouble();
        for (JsonNode share : of.path("shares")) {
          sum += share.path("value").asDouble();
        }
        assertThat(sum).isCloseTo(of.path("prediction").asDouble(), within(1e-9));
      }
    }
    assertThat(json.path("trained_on_this_table").asBoolean()).isTrue();
    assertThat(Files.readString(page))
        .contains("Importance of the columns", "Effect of each column on minutes", "Why row 2")
        .contains("data:image/svg+xml;base64,");
    assertThat(run.err())
        .contains("Importance: by how much the energy score, now ", "Row 6, minutes");
    assertThat(run.err())
        .contains("otd: warning: 100 of 400 rows, taken at random")
        .contains("the model was trained on this table");
  }

  @Test
  void an_exported_model_is_explained_like_the_trained_one() throws IOException {
    Path exported = folder.resolve("exported");
    OtdRun.line("export", model, "--to", exported, "--bank 400").ok();
    OtdRun run = explain(exported, "--row 1 --json").ok();
    assertThat(run.json().path("draws").asInt()).isEqualTo(400);
    JsonNode own = explain(model, "--row 1 --draws 400 --json").json();
    JsonNode served = run.json();
    for (String place :
        List.of(
            "/importance/columns/0/loss",
            "/effects/0/targets/minutes/mean/effect/0",
            "/attributions/0/targets/minutes/mean/shares/0/value")) {
      double value = own.at(place).asDouble();
      // Other masks from the same distribution, and the same rows and orders.
      assertThat(served.at(place).asDouble())
          .as(place)
          .isCloseTo(value, within(.1 * Math.abs(value)));
    }
  }

  @Test
  void new_rows_without_a_target_are_explained_against_the_table() throws IOException {
    Path one =
        Files.writeString(folder.resolve("one.csv"), "traffic,weight_kg,distance_km\n.9,1,18\n");
    OtdRun run =
        OtdRun.line(
                "explain",
                model,
                "--data",
                one,
                "--row 1 --group traffic,distance_km --background",
                data)
            .ok();
    assertThat(run.err()).contains("no importance and no effects: the table has only one row");
    assertThat(run.out()).contains("distance_km + traffic", "(background)", "(prediction)");
  }

  @Test
  void bad_input_is_reported() {
    for (String[] bad :
        new String[][] {
          {"--row", "0", "--row: \"0\" (expected: row numbers from 1, such as 5 or 10-12)"},
          {"--row", "401", "row 401: not in the table (expected: from 1 to 400)"},
          {
            "--group",
            "weight_kg,distance",
            "--group \"distance\": not an input of the model (expected: one of"
          },
          {"--group", "weight_kg,", "--group: weight_kg, (expected: names of columns"},
          {"--effects", "minutes", "--effects \"minutes\": not an input of the model"},
          {"--effects", "z,y,x,w,v", "--effects \"z\": not an input"},
          {"--draws", "1", "--draws: 1 (expected: at least 2)"},
          {"--quantiles", "1.5", "--quantiles: 1.5 (expected: above 0 and below 1)"},
          {"--background", "t.csv", "--background: t.csv without --row (expected: rows to compare"},
          {"--report", "nowhere/why.html", "--report: nowhere/why.html (expected: a file in"},
        }) {
      OtdRun run = explain(model, bad[0], bad[1]);
      assertThat(run.code()).as(bad[0] + " " + bad[1]).isEqualTo(2);
      assertThat(run.err()).contains(bad[2]);
    }
    OtdRun none = OtdRun.line("explain", folder, "--data", data);
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("neither a trained model nor a SavedModel");
  }

  @Test
  void explain_can_be_interrupted() {
    Path page = folder.resolve("stopped.html");
    OtdRun run = OtdRun.interrupted("explain", model, "--data", data, "--report", page);
    assertThat(run.code()).isEqualTo(Interruption.EXIT_CODE);
    assertThat(run.err()).contains("interrupted; nothing was written");
    assertThat(page).doesNotExist();
  }
}
