// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.internal.trained.TestProfiles;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.serve.internal.settings.Engine;
import io.otd.serve.settings.DriftSettings;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Live rows compared with the profile of an export, with the real server. */
@Tag("long")
class DriftServedTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int ROWS = 300;

  @TempDir private static Path root;
  private static Path profiled;
  private static Path plain;

  @BeforeAll
  static void export() throws IOException {
    TrainedModel model = TestModels.MIXED.model();
    ExportOptions options = ExportOptions.DEFAULT.withBank(8);
    plain = root.resolve("plain");
    SavedModelExporter.export(model, plain, options);
    profiled = root.resolve("profiled");
    SavedModelExporter.export(model.with(TestProfiles.of(model.schema())), profiled, options);
  }

  private static RestServer serve(Engine engine, DriftSettings drift) throws IOException {
    return new RestServer(
        Map.of("m", profiled, "plain", plain),
        s ->
            s.with(
                Map.of(
                    "compute.engine",
                    engine,
                    "drift.window",
                    drift.window(),
                    "drift.rows_per_second",
                    drift.rowsPerSecond())));
  }

  private static JsonNode json(HttpResponse<byte[]> reply) throws IOException {
    JsonNode json = JSON.readTree(reply.body());
    assertThat(reply.statusCode()).as(json.toString()).isEqualTo(200);
    return json;
  }

  private static JsonNode ask(RestServer server, String call, Object body) throws Exception {
    return json(server.post("/v1/models/" + call, JSON.writeValueAsBytes(body), "*/*"));
  }

  private static Map<String, Object> row(double age) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("age", age);
    row.put("month", "jan");
    row.put("size (m)", 1.7);
    row.put("smoker?", "yes");
    row.put("c", "a");
    row.put("new", "true");
    return row;
  }

  private static JsonNode feature(JsonNode report, String name, String of) {
    for (JsonNode feature : report.get("drift").get("features")) {
      if (feature.get("name").asText().equals(name) && feature.get("of").asText().equals(of)) {
        return feature;
      }
    }
    throw new AssertionError(name + " in " + report);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void the_monitor_and_the_metrics_show_what_has_drifted(Engine engine) throws Exception {
    try (RestServer server = serve(engine, new DriftSettings(1000, 1e6, .2, .15))) {
      List<Map<String, Object>> rows = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        rows.add(row(60 + i % 30));
      }
      ask(server, "m:distribution", Map.of("rows", rows));
      JsonNode report = json(server.get("/v1/models/m/monitor"));
      assertThat(report).isEqualTo(json(server.get("/v1/models/m:monitor")));
      assertThat(report.get("drift").get("rows").intValue()).isEqualTo(ROWS);
      assertThat(report.get("drift").get("training_rows").intValue()).isEqualTo(TestProfiles.ROWS);
      JsonNode age = feature(report, "age", "input");
      assertThat(age.get("rows").intValue()).isEqualTo(ROWS);
      assertThat(age.get("drifted").booleanValue()).isTrue();
      assertThat(feature(report, "month", "input").get("ks").isNull()).isTrue();
      String target = TestModels.MIXED.model().schema().targetNames().get(0);
      assertThat(feature(report, target, "mean").get("rows").intValue()).isEqualTo(ROWS);
      String metrics = new String(server.get("/metrics").body(), StandardCharsets.UTF_8);
      assertThat(metrics)
          .contains("otd_drift_rows{model=\"m\",version=\"1\"} %d.0".formatted(ROWS))
          .contains(
              "otd_drift_exceeded{feature=\"age\",kind=\"input\",model=\"m\",version=\"1\"} 1.0")
          .contains("otd_drift_psi{feature=\"age\"", "otd_drift_ks{feature=\"age\"");
    }
  }

  @Test
  void rows_from_all_endpoints_are_compared_unless_not_remembered() throws Exception {
    try (RestServer server = serve(Engine.TENSORFLOW, new DriftSettings(1000, 1e6, .2, .15))) {
      List<Map<String, Object>> rows = List.of(row(40), row(50));
      ask(server, "m:distribution", Map.of("rows", rows, "remember", false));
      assertThat(rowsOf(server, "m")).isZero();
      ask(server, "m:distribution", Map.of("rows", rows));
      assertThat(rowsOf(server, "m")).isEqualTo(2);
      Map<String, Object> named = new LinkedHashMap<>();
      JsonNode schema = json(server.get("/v1/models/m:schema"));
      for (JsonNode input : schema.get("inputs")) {
        named.put(input.get("identifier").asText(), row(60).get(input.get("name").asText()));
      }
      ask(server, "m:predict", Map.of("signature_name", "by_name", "instances", List.of(named)));
      assertThat(rowsOf(server, "m")).isEqualTo(3);
      ask(
          server,
          "m:predict",
          Map.of(
              "instances",
              List.of(Map.of("x", List.of(40, 1.7), "c", List.of("jan", "yes", "a", "true")))));
      assertThat(rowsOf(server, "m")).isEqualTo(4);
      JsonNode report = json(server.get("/v1/models/m:monitor"));
      for (JsonNode feature : report.get("drift").get("features")) {
        assertThat(feature.get("rows").intValue()).as(feature.toString()).isEqualTo(4);
      }
    }
  }

  private static int rowsOf(RestServer server, String model) throws Exception {
    return json(server.get("/v1/models/" + model + ":monitor")).get("drift").get("rows").intValue();
  }

  @Test
  void a_reply_flags_values_outside_the_training_range_even_if_not_clipped() throws Exception {
    try (RestServer server = serve(Engine.LIGHT, DriftSettings.DEFAULT)) {
      JsonNode age = json(server.get("/v1/models/m:schema")).get("inputs").get(0);
      double greatest = age.get("training_range").get(1).doubleValue();
      assertThat(greatest).isLessThan(age.get("upper").doubleValue() - 1);
      List<Map<String, Object>> rows = List.of(row(greatest), row(greatest + 1), row(500));
      JsonNode far = ask(server, "m:distribution", Map.of("rows", rows)).get("outside_range");
      assertThat(far)
          .isEqualTo(
              JSON.readTree(
                  """
                  [{"row": 1, "columns": ["age"]},
                   {"row": 2, "columns": ["age"], "clipped": ["age"]}]
                  """));
      assertThat(json(server.get("/v1/models/plain:schema")).get("inputs").get(0))
          .isNotNull()
          .noneMatch(member -> member.isArray() && member.size() == 2);
      ask(server, "plain:distribution", Map.of("rows", rows));
      assertThat(json(server.get("/v1/models/plain:monitor")).get("drift").isNull()).isTrue();
    }
  }

  @Test
  void no_rows_are_compared_if_drift_detection_is_disabled() throws Exception {
    try (RestServer server = serve(Engine.LIGHT, new DriftSettings(0, 20, .2, .15))) {
      ask(server, "m:distribution", Map.of("rows", List.of(row(40))));
      assertThat(json(server.get("/v1/models/m:monitor")).get("drift").isNull()).isTrue();
      assertThat(new String(server.get("/metrics").body(), StandardCharsets.UTF_8))
          .doesNotContain("otd_drift_rows{");
    }
  }
}
