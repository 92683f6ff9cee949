// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.otd.core.internal.trained.TestModels;
import io.otd.export.TestExports;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Intervals that follow the observations, with the real server. */
@Tag("long")
class AdaptedIntervalsTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final TestModels MODEL = TestModels.TWO_OUTPUTS;
  private static final List<Double> LEVELS = List.of(.5, .9);
  private static final int TRIALS = 600;
  private static final long PAUSE_NANOS = 50_000_000;

  private final SplittableRandom random = new SplittableRandom(1);

  @TempDir private Path root;
  private Path state;
  private RestServer server;

  /** A folder that is not there yet. */
  @BeforeEach
  void name() {
    state = root.resolve("new").resolve("state");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void serve(Map<String, Object> settings) throws IOException {
    Map<String, Object> all = new LinkedHashMap<>(settings);
    all.put("adapt.state", Optional.of(state));
    server = new RestServer(Map.of("two", TestExports.base(MODEL)), given -> given.with(all));
  }

  private JsonNode post(String call, Object body) throws IOException, InterruptedException {
    HttpResponse<byte[]> reply =
        server.post("/v1/models/two:" + call, JSON.writeValueAsBytes(body), "*/*");
    JsonNode json = JSON.readTree(reply.body());
    assertThat(reply.statusCode()).as(json.toString()).isEqualTo(200);
    return json;
  }

  private JsonNode predicted(float[][] rows, boolean adapt)
      throws IOException, InterruptedException {
    return post("distribution", Map.of("rows", rows, "levels", LEVELS, "adapt", adapt));
  }

  private JsonNode law() throws IOException, InterruptedException {
    return predicted(MODEL.rows(1), true).get("predictions").get(0).get("target 0");
  }

  /** Observations from a normal law with the model's mean, and a multiple of its deviation. */
  private List<Map<String, Object>> observations(JsonNode predicted, double... spreads) {
    List<Map<String, Object>> observations = new ArrayList<>();
    JsonNode rows = predicted.get("predictions");
    for (int row = 0; row < rows.size(); row++) {
      JsonNode law = rows.get(row).get("target 0");
      double spread = spreads[row % spreads.length] * law.get("std").asDouble();
      double observed = law.get("mean").asDouble() + spread * random.nextGaussian();
      observations.add(
          Map.of(
              "prediction_id",
              predicted.get("prediction_id").asText(),
              "row",
              row,
              "observed",
              Map.of("target 0", observed)));
    }
    return observations;
  }

  private String metrics() throws IOException, InterruptedException {
    return new String(server.get("/metrics").body(), StandardCharsets.UTF_8);
  }

  private JsonNode monitored() throws IOException, InterruptedException {
    return JSON.readTree(server.get("/v1/models/two:monitor").body()).get("targets").get(0);
  }

  private static double width(JsonNode interval) {
    return interval.get(1).asDouble() - interval.get(0).asDouble();
  }

  @Test
  void intervals_widen_with_the_observations_and_nothing_else_changes() throws Exception {
    serve(Map.of("adapt.intervals", true));
    JsonNode before = law();
    assertThat(before.get("adapted").toString()).isEqualTo("[null,null]");
    JsonNode asked = predicted(MODEL.rows(400), true);
    Map<String, Object> observed = Map.of("observations", observations(asked, 4));
    assertThat(post("observe", observed).get("taken").asInt()).isEqualTo(400);
    JsonNode after = law();
    for (int level = 0; level < LEVELS.size(); level++) {
      JsonNode adapted = after.get("adapted").get(level);
      double factor = adapted.get("factor").asDouble();
      // The model's law is not normal, but as wide.
      assertThat(factor).isBetween(2.5, 6.0);
      assertThat(adapted.get("level").asDouble()).isCloseTo(LEVELS.get(level), within(.2));
      assertThat(adapted.get("nominal")).isEqualTo(before.get("intervals").get(level));
      double nominal = width(adapted.get("nominal"));
      assertThat(width(after.get("intervals").get(level)))
          .isCloseTo(factor * nominal, within(1e-3 * nominal));
    }
    for (String same : List.of("mean", "std", "quantiles", "probabilities_below")) {
      assertThat(after.get(same)).isEqualTo(before.get(same));
    }
    JsonNode plain = predicted(MODEL.rows(1), false).get("predictions").get(0).get("target 0");
    assertThat(plain.get("intervals")).isEqualTo(before.get("intervals"));
    assertThat(plain.has("adapted")).isFalse();

    JsonNode report = monitored().get("adapted").get(2);
    assertThat(report.get("level").asDouble()).isEqualTo(.9);
    assertThat(report.get("factor")).isEqualTo(after.get("adapted").get(1).get("factor"));
    assertThat(report.get("coverage").asDouble()).isCloseTo(.9, within(.05));
    assertThat(report.get("observations").asInt()).isEqualTo(400);
    // The coverage of the model's own intervals stays visible.
    assertThat(monitored().get("total").get("coverage").get(2).asDouble()).isLessThan(.6);
    assertThat(metrics())
        .contains(
            "otd_monitor_adapted_level{level=\"0.9\",model=\"two\",target=\"target 0\",version=\"1\"}",
            "otd_monitor_adapted_factor{level=\"0.9\"",
            "otd_monitor_adapted_coverage{level=\"0.9\"");

    assertThat(post("observe", observed).get("unknown")).hasSize(400);
    assertThat(law()).as("what was observed before teaches nothing").isEqualTo(after);
  }

  @Test
  void the_levels_that_adapt_can_be_named() throws Exception {
    serve(Map.of("adapt.intervals", true, "adapt.levels", List.of(.99, .5)));
    post("observe", Map.of("observations", observations(predicted(MODEL.rows(400), true), 4)));
    JsonNode law =
        post(
                "distribution",
                Map.of("rows", MODEL.rows(1), "levels", List.of(.5, .9, .99), "adapt", true))
            .get("predictions")
            .get(0)
            .get("target 0");
    assertThat(law.get("adapted").get(1).isNull()).isTrue();
    for (int level : new int[] {0, 2}) {
      assertThat(law.get("adapted").get(level).get("factor").asDouble()).isBetween(2.0, 8.0);
    }
    assertThat(monitored().get("adapted").findValuesAsText("level")).containsExactly("0.5", "0.99");
    assertThat(monitored().get("total").get("coverage")).hasSize(4);
    server.close();
    serve(Map.of("adapt.intervals", true));
    assertThat(law().get("adapted").toString()).as("of other levels").isEqualTo("[null,null]");
  }

  @Test
  void what_was_learned_outlives_the_server() throws Exception {
    serve(Map.of("adapt.intervals", true));
    post("observe", Map.of("observations", observations(predicted(MODEL.rows(200), true), 3)));
    JsonNode before = law();
    server.close();
    assertThat(Files.isRegularFile(state.resolve("adapted-two-1.json"))).isTrue();
    serve(Map.of("adapt.intervals", true));
    assertThat(law()).isEqualTo(before);
    server.close();
    Files.writeString(state.resolve("adapted-two-1.json"), "{\"format\": 1");
    serve(Map.of("adapt.intervals", true));
    assertThat(law().get("adapted").toString()).isEqualTo("[null,null]");
  }

  @Test
  void what_was_learned_is_on_disk_soon() throws Exception {
    serve(Map.of("adapt.intervals", true));
    post("observe", Map.of("observations", observations(predicted(MODEL.rows(60), true), 3)));
    for (int i = 0; i < TRIALS && !Files.exists(state.resolve("adapted-two-1.json")); i++) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    try (Stream<Path> files = Files.list(state)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .filteredOn(name -> !name.startsWith("."))
          .containsExactly("adapted-two-1.json");
    }
  }

  @Test
  void groups_of_a_column_have_their_own_intervals() throws Exception {
    serve(
        Map.of(
            "adapt.intervals",
            true,
            "adapt.by",
            Optional.of(MODEL.model().schema().inputNames().get(0))));
    float[][] rows = MODEL.rows(400);
    for (int i = 0; i < rows.length; i++) {
      rows[i][0] = i % 2 / 10f;
    }
    post("observe", Map.of("observations", observations(predicted(rows, true), 1, 4)));
    double[] factors = new double[3];
    for (int group = 0; group < 3; group++) {
      rows[0][0] = group / 10f;
      factors[group] =
          predicted(new float[][] {rows[0]}, true)
              .get("predictions")
              .get(0)
              .get("target 0")
              .get("adapted")
              .get(1)
              .get("factor")
              .asDouble();
    }
    assertThat(factors[0]).isBetween(.5, 1.7);
    assertThat(factors[1]).isBetween(2.5, 6.0);
    assertThat(factors[2]).as("a new group").isBetween(factors[0], factors[1]);
    // Of few observations nothing is told yet: they may have many groups.
    rows[0][0] = .2f;
    post(
        "observe",
        Map.of("observations", observations(predicted(new float[][] {rows[0]}, true), 1)));
    assertThat(monitored().get("adapted").findValuesAsText("group")).containsOnly("0", "0.1");
    assertThat(metrics()).contains("otd_monitor_adapted_level{group=\"0.1\",level=\"0.9\"");
  }

  @Test
  void without_the_option_nothing_adapts() throws Exception {
    server = new RestServer(Map.of("two", TestExports.base(MODEL)));
    post("observe", Map.of("observations", observations(predicted(MODEL.rows(200), true), 3)));
    assertThat(law().has("adapted")).isFalse();
    assertThat(monitored().has("adapted")).isFalse();
    assertThat(metrics()).doesNotContain("otd_monitor_adapted");
  }
}
