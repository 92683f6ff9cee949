// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.otd.core.internal.trained.TestModels;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.predict.Prediction;
import io.otd.serve.OtdPredictor;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a prediction to its observation, with the real server. */
@Tag("long")
class MonitoringTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final TestModels MODEL = TestModels.TWO_OUTPUTS;
  private static final List<Double> LEVELS = List.of(.5, .8, .9, .95);
  private static final int DRAWS = 64;
  private static final int TRIALS = 600;
  private static final long PAUSE_NANOS = 50_000_000;

  @TempDir private static Path root;
  private static Path base;

  private RestServer server;

  @BeforeAll
  static void export() throws IOException {
    base = root.resolve("two");
    SavedModelExporter.export(MODEL.model(), base, ExportOptions.DEFAULT.withBank(DRAWS));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void serve() throws IOException {
    server = new RestServer(Map.of("two", base, "same", base));
  }

  private static JsonNode json(HttpResponse<byte[]> reply) throws IOException {
    JsonNode json = JSON.readTree(reply.body());
    assertThat(reply.statusCode()).as(json.toString()).isEqualTo(200);
    return json;
  }

  private HttpResponse<byte[]> post(String call, Object body)
      throws IOException, InterruptedException {
    return server.post("/v1/models/" + call, JSON.writeValueAsBytes(body), "*/*");
  }

  private String predicted(String model, Object body) throws IOException, InterruptedException {
    return json(post(model + ":distribution", body)).get("prediction_id").asText();
  }

  private static Map<String, Object> observed(String id, int row, Object values) {
    Map<String, Object> observation = new LinkedHashMap<>();
    observation.put("prediction_id", id);
    observation.put("row", row);
    observation.put("observed", values);
    return observation;
  }

  private JsonNode observe(String model, Object... observations)
      throws IOException, InterruptedException {
    return json(post(model + ":observe", Map.of("observations", List.of(observations))));
  }

  private String refusal(String call, String body) throws IOException, InterruptedException {
    HttpResponse<byte[]> reply =
        server.post("/v1/models/" + call, body.getBytes(StandardCharsets.UTF_8), "*/*");
    assertThat(reply.statusCode()).as(body).isEqualTo(400);
    return JSON.readTree(reply.body()).get("error").asText();
  }

  private JsonNode report(String model) throws IOException, InterruptedException {
    return json(server.get("/v1/models/" + model + ":monitor"));
  }

  private String metrics() throws IOException, InterruptedException {
    return new String(server.get("/metrics").body(), StandardCharsets.UTF_8);
  }

  private static JsonNode total(JsonNode report, int target) {
    return report.get("targets").get(target).get("total");
  }

  @Test
  void the_report_matches_the_predictor() throws Exception {
    serve();
    float[][] rows = MODEL.rows(40);
    List<Prediction> laws;
    float[][][] truth;
    try (OtdPredictor predictor = OtdPredictor.open(base)) {
      laws = predictor.predict(rows);
      truth = predictor.draw(rows, LongStream.range(0, rows.length).toArray());
    }
    String id = predicted("two", Map.of("rows", rows));
    Object[] observations = new Object[rows.length];
    for (int i = 0; i < rows.length; i++) {
      Object values =
          i % 2 == 0 ? truth[i][0] : Map.of("target 1", truth[i][0][1], "target 0", truth[i][0][0]);
      observations[i] = observed(id, i, values);
    }
    assertThat(report("two").get("waiting").asInt()).isEqualTo(rows.length);
    JsonNode answer = observe("two", observations);
    assertThat(answer.get("taken").asInt()).isEqualTo(rows.length);
    assertThat(answer.get("unknown")).isEmpty();

    JsonNode report = report("two/versions/1");
    assertThat(report.get("waiting").asInt()).isZero();
    assertThat(report.get("levels").toString()).isEqualTo("[0.5,0.8,0.9,0.95]");
    for (int j = 0; j < 2; j++) {
      double width = 0;
      double bias = 0;
      int[] covered = new int[LEVELS.size()];
      for (int i = 0; i < rows.length; i++) {
        double y = truth[i][0][j];
        width += laws.get(i).interval(j, .9).width() / rows.length;
        bias += (laws.get(i).mean(j) - y) / rows.length;
        for (int l = 0; l < covered.length; l++) {
          covered[l] += laws.get(i).interval(j, LEVELS.get(l)).contains(y) ? 1 : 0;
        }
      }
      JsonNode scores = total(report, j);
      assertThat(scores.get("observations").asInt()).isEqualTo(rows.length);
      for (int l = 0; l < covered.length; l++) {
        assertThat(scores.get("coverage").get(l).asDouble())
            .isEqualTo((double) covered[l] / rows.length);
      }
      assertThat(scores.get("width").asDouble()).isCloseTo(width, within(1e-5 * width));
      assertThat(scores.get("bias").asDouble()).isCloseTo(bias, within(1e-5));
      assertThat(scores.get("crps").asDouble()).isPositive();
      assertThat(scores.get("pit")).hasSize(20);
      assertThat(report.get("targets").get(j).get("window")).isEqualTo(scores);
      assertThat(report.get("targets").get(j).get("series").get(0).get("until").asText())
          .matches("20\\d\\d-.*Z");
      assertThat(metrics())
          .contains(
              "otd_monitor_observations_total{model=\"two\",target=\"target %d\",version=\"1\"} 40.0"
                  .formatted(j));
    }
    // Observations of one model do not affect another.
    assertThat(total(report("same"), 0).get("observations").asInt()).isZero();
    assertThat(total(report("same"), 0).get("crps").isNull()).isTrue();
    assertThat(metrics()).doesNotContain("otd_monitor_coverage{level=\"0.5\",model=\"same\"");
  }

  /** The values of group 1 are far off. */
  @Test
  void coverage_is_reported_by_group() throws Exception {
    String column = MODEL.model().schema().inputNames().get(0);
    server =
        new RestServer(
            Map.of("two", base),
            given -> given.with(Map.of("watch.monitor_by", Optional.of(column))));
    float[][] rows = MODEL.rows(80);
    for (int i = 0; i < rows.length; i++) {
      rows[i][0] = i % 2 / 10f;
    }
    List<Prediction> laws;
    try (OtdPredictor predictor = OtdPredictor.open(base)) {
      laws = predictor.predict(rows);
    }
    String id = predicted("two", Map.of("rows", rows));
    assertThat(report("two").get("targets").get(0).has("coverage_by_group")).isFalse();
    Object[] observations = new Object[rows.length];
    for (int i = 0; i < rows.length; i++) {
      double off = i % 2 * 1000;
      observations[i] =
          observed(id, i, List.of(laws.get(i).mean(0) + off, laws.get(i).mean(1) + off));
    }
    observe("two", observations);
    JsonNode levels = report("two").get("targets").get(0).get("coverage_by_group");
    assertThat(levels.findValuesAsText("level")).containsExactly("0.5", "0.8", "0.9", "0.95");
    JsonNode by = levels.get(2);
    assertThat(by.get("column").asText()).isEqualTo(column);
    assertThat(by.get("holds").asBoolean()).isFalse();
    JsonNode near = by.get("groups").get(0);
    JsonNode far = by.get("groups").get(1);
    assertThat(near.get("group").asText()).isEqualTo("0");
    assertThat(near.get("rows").asInt()).isEqualTo(40);
    assertThat(near.get("coverage").asDouble()).isEqualTo(1);
    // The 2.5 % and 97.5 % quantiles of 40 trials of 0.9, halved once more for two groups.
    assertThat(near.get("low").asDouble()).isEqualTo(31 / 40.0);
    assertThat(near.get("high").asDouble()).isEqualTo(1);
    assertThat(near.get("conformal").isNull()).isTrue();
    assertThat(far.get("group").asText()).isEqualTo("0.1");
    assertThat(far.get("coverage").asDouble()).isZero();
    assertThat(metrics())
        .contains(
            "otd_monitor_group_coverage{group=\"0.1\",level=\"0.9\",model=\"two\",target=\"target 0\",version=\"1\"} 0.0",
            "otd_monitor_group_coverage_low{group=\"0.1\",level=\"0.9\",model=\"two\",target=\"target 0\",version=\"1\"} 0.775",
            "otd_monitor_group_observations{group=\"0\",model=\"two\",target=\"target 1\",version=\"1\"} 40.0");
  }

  @Test
  void a_prediction_in_any_format_can_be_observed_once() throws Exception {
    serve();
    float[][] rows = MODEL.rows(2);
    String json = predicted("two", Map.of("rows", rows, "seed", 3, "num_samples", 1));
    HttpResponse<byte[]> npy =
        server.post(
            "/v1/models/two:distribution",
            JSON.writeValueAsBytes(Map.of("rows", rows)),
            "application/x-npy");
    HttpResponse<byte[]> fresh =
        server.post(
            "/v1/models/two:distribution",
            JSON.writeValueAsBytes(Map.of("rows", rows, "seed", 4)),
            "application/x-npy");
    String unseen = predicted("two", Map.of("rows", rows, "remember", false));
    List<String> ids =
        List.of(
            json,
            npy.headers().firstValue("otd-prediction-id").orElseThrow(),
            fresh.headers().firstValue("otd-prediction-id").orElseThrow());
    for (String id : ids) {
      assertThat(observe("two", observed(id, 1, List.of(1, 2))).get("taken").asInt()).isEqualTo(1);
      JsonNode again = observe("two", observed(id, 1, List.of(1, 2)));
      assertThat(again.get("taken").asInt()).isZero();
      assertThat(again.get("unknown").get(0).get("prediction_id").asText()).isEqualTo(id);
      assertThat(again.get("unknown").get(0).get("row").asInt()).isEqualTo(1);
    }
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(observe("two", observed(unseen, 1, List.of(1, 2))).get("taken").asInt()).isZero();
    assertThat(observe("same", observed(json, 0, List.of(1, 2))).get("taken").asInt())
        .as("of another model")
        .isZero();
    assertThat(total(report("two"), 0).get("observations").asInt()).isEqualTo(3);
    assertThat(metrics()).doesNotContain(unseen, json);
  }

  /** Only fresh draws are returned, and they are the distribution that is scored. */
  @Test
  void fresh_draws_are_scored_by_their_own_distribution() throws Exception {
    serve();
    float[][] rows = MODEL.rows(1);
    float[][][] fresh;
    try (OtdPredictor predictor = OtdPredictor.open(base)) {
      fresh = predictor.draw(rows, new long[] {4});
    }
    double mean = 0;
    for (float[] draw : fresh[0]) {
      mean += draw[0] / (double) DRAWS;
    }
    HttpResponse<byte[]> reply =
        server.post(
            "/v1/models/two:distribution",
            JSON.writeValueAsBytes(Map.of("rows", rows, "seed", 4)),
            "application/x-npy");
    String id = reply.headers().firstValue("otd-prediction-id").orElseThrow();
    observe("two", observed(id, 0, Map.of("target 0", 0)));
    assertThat(total(report("two"), 0).get("bias").asDouble()).isCloseTo(mean, within(1e-5));
    assertThat(total(report("two"), 1).get("observations").asInt()).isZero();
  }

  @Test
  void error_messages_name_the_observation() throws Exception {
    serve();
    String id = predicted("two", Map.of("rows", MODEL.rows(2)));
    String one = "{\"observations\": [{\"prediction_id\": \"" + id + "\", %s}]}";
    assertThat(refusal("two:observe", one.formatted("\"observed\": [1, 2]")))
        .isEqualTo(
            "observation 0: row: not given (expected: from 0 to 1, as the prediction has 2 rows)");
    assertThat(refusal("two:observe", one.formatted("\"row\": 0, \"observed\": 1")))
        .isEqualTo("observation 0: observed: 1 value (expected: 2, for [target 0, target 1])");
    assertThat(refusal("two:observe", one.formatted("\"row\": 0, \"observed\": {\"z\": 1}")))
        .isEqualTo(
            "observation 0: observed: unknown target \"z\" (expected: [target 0, target 1])");
    assertThat(refusal("two:observe", one.formatted("\"row\": 0, \"observed\": [1, NaN]")))
        .isEqualTo("observation 0: observed: NaN (expected: a finite number)");
    assertThat(refusal("two:observe", one.formatted("\"row\": 0, \"observed\": [1, \"2\"]")))
        .isEqualTo("observation 0: observed: \"2\" (expected: a finite number)");
    assertThat(refusal("two:observe", "{\"rows\": []}")).startsWith("unknown member \"rows\"");
    assertThat(refusal("two:observe", "[]")).contains("Is not object");
    assertThat(refusal("two:distribution", "{\"rows\": [], \"remember\": 1}"))
        .isEqualTo("remember: 1 (expected: true or false)");
    assertThat(refusal("two/labels/none:observe", "{\"observations\": []}"))
        .contains("Unrecognized servable version label: none");
    assertThat(post("nowhere:observe", Map.of("observations", List.of())).statusCode())
        .isEqualTo(404);
    assertThat(post("two/versions/9:observe", Map.of("observations", List.of())).statusCode())
        .isEqualTo(404);
    assertThat(server.get("/v1/models/two/versions/9:monitor").statusCode()).isEqualTo(404);
    assertThat(server.get("/v1/models/two:observe").statusCode()).isEqualTo(405);
    assertThat(observe("two/versions/1", observed(id, 0, List.of(1, 2))).get("taken").asInt())
        .as("nothing of the refused was taken")
        .isEqualTo(1);
  }

  @Test
  void the_oldest_predictions_are_evicted_and_none_are_kept_if_disabled() throws Exception {
    server =
        new RestServer(
            Map.of("two", base), settings -> settings.with(Map.of("watch.monitor_predictions", 4)));
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ids.add(predicted("two", Map.of("rows", MODEL.rows(1))));
    }
    assertThat(report("two").get("waiting").asInt()).isEqualTo(2);
    assertThat(report("two").get("capacity").asInt()).isEqualTo(4);
    JsonNode answer =
        observe(
            "two",
            observed(ids.get(0), 0, List.of(1, 2)),
            observed(ids.get(1), 0, List.of(1, 2)),
            observed(ids.get(2), 0, List.of(1, 2)));
    assertThat(answer.get("taken").asInt()).isEqualTo(2);
    assertThat(answer.get("unknown").findValuesAsText("prediction_id")).containsExactly(ids.get(0));
    server.close();
    server =
        new RestServer(
            Map.of("two", base), settings -> settings.with(Map.of("watch.monitor_predictions", 0)));
    assertThat(predicted("two", Map.of("rows", MODEL.rows(1)))).isNotEmpty();
    assertThat(refusal("two:observe", "{\"observations\": []}"))
        .isEqualTo("The server remembers no predictions");
    assertThat(server.get("/v1/models/two:monitor").statusCode()).isEqualTo(400);
  }

  @Test
  void requests_about_a_model_count_as_its_own() throws Exception {
    serve();
    String id = predicted("two", Map.of("rows", MODEL.rows(1)));
    observe("two", observed(id, 0, List.of(1, 2)));
    report("two");
    json(server.get("/v1/models/two:schema"));
    json(server.get("/v1/models/two/metadata"));
    for (String method : List.of("observe", "monitor", "schema", "metadata")) {
      Pattern counted =
          Pattern.compile(
              "otd_request_duration_seconds_count\\{method=\"%s\",model=\"two\"".formatted(method));
      for (int i = 0; i < TRIALS && !counted.matcher(metrics()).find(); i++) {
        LockSupport.parkNanos(PAUSE_NANOS); // Counted once the reply is sent.
      }
      assertThat(metrics()).containsPattern(counted);
    }
  }

  @Test
  void observations_are_discarded_with_their_version() throws Exception {
    Path moving = root.resolve("moving");
    ExportOptions options = ExportOptions.DEFAULT.withBank(DRAWS);
    SavedModelExporter.export(MODEL.model(), moving, options);
    server =
        new RestServer(
            Map.of("moving", moving),
            settings -> settings.with(Map.of("versions.poll_seconds", .05)));
    String first = predicted("moving", Map.of("rows", MODEL.rows(1)));
    String second = predicted("moving", Map.of("rows", MODEL.rows(1)));
    observe("moving", observed(first, 0, List.of(1, 2)));
    assertThat(metrics()).contains("otd_monitor_crps{model=\"moving\"");
    SavedModelExporter.export(MODEL.model(), moving, options.withVersion(2));
    for (int i = 0; i < TRIALS && metrics().contains("otd_monitor_crps{"); i++) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    assertThat(metrics()).doesNotContain("otd_monitor_crps{", "otd_monitor_waiting{");
    assertThat(observe("moving", observed(second, 0, List.of(1, 2))).get("taken").asInt()).isZero();
    assertThat(report("moving").get("version").asText()).isEqualTo("2");
    assertThat(server.get("/v1/models/moving/versions/1:monitor").statusCode()).isEqualTo(404);
  }

  @Test
  void many_clients_predict_and_observe() throws Exception {
    serve();
    int clients = 8;
    int each = 15;
    ExecutorService pool = Executors.newFixedThreadPool(clients);
    try {
      List<Callable<Integer>> tasks = new ArrayList<>();
      for (int t = 0; t < clients; t++) {
        tasks.add(
            () -> {
              int taken = 0;
              for (int i = 0; i < each; i++) {
                String id = predicted("two", Map.of("rows", MODEL.rows(2)));
                taken +=
                    observe("two", observed(id, 0, List.of(1, 2)), observed(id, 1, List.of(1, 2)))
                        .get("taken")
                        .asInt();
              }
              return taken;
            });
      }
      for (Future<Integer> done : pool.invokeAll(tasks)) {
        assertThat(done.get()).isEqualTo(2 * each);
      }
      assertThat(total(report("two"), 1).get("observations").asInt()).isEqualTo(2 * each * clients);
      assertThat(report("two").get("waiting").asInt()).isZero();
    } finally {
      pool.shutdownNow();
    }
  }
}
