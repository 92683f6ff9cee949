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
import io.otd.serve.internal.settings.BatchingSettings;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Concurrent requests for distributions, with batching. */
class BatchedDistributionTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final TestModels MODEL = TestModels.TWO_OUTPUTS;
  private static final int DRAWS = 40;
  private static final int CLIENTS = 12;
  private static final int EACH = 12;

  /** Relative to the largest value: the order of summation depends on the number of rows. */
  private static final double ROUNDING = 1e-4;

  private static final Pattern RUNS =
      Pattern.compile("otd_batch_requests_(count|sum)\\{[^}]*\\} (\\S+)");

  @TempDir private static Path base;

  @BeforeAll
  static void export() throws IOException {
    SavedModelExporter.export(MODEL.model(), base, ExportOptions.DEFAULT.withBank(DRAWS));
  }

  @Test
  void every_client_gets_the_distributions_of_its_own_rows() throws Exception {
    float[][] rows = MODEL.rows(CLIENTS + 1);
    List<Prediction> expected;
    float[][][] fresh;
    try (OtdPredictor predictor = OtdPredictor.open(base)) {
      expected = predictor.predict(rows);
      fresh = predictor.draw(rows, new long[CLIENTS + 1]);
    }
    BatchingSettings joining = new BatchingSettings(64, 5000, 1000, Optional.of(2), List.of());
    ExecutorService pool = Executors.newFixedThreadPool(CLIENTS);
    try (RestServer server =
        new RestServer(Map.of("two", base), settings -> settings.joining(joining))) {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int t = 0; t < CLIENTS; t++) {
        int first = t;
        tasks.add(
            () -> {
              for (int i = 0; i < EACH; i++) {
                JsonNode reply = ask(server, Map.of("rows", List.of(rows[first], rows[first + 1])));
                assertLaw(reply, 0, expected.get(first));
                assertLaw(reply, 1, expected.get(first + 1));
              }
              JsonNode drawn =
                  ask(
                      server,
                      Map.of("rows", List.of(rows[first]), "seed", 0, "num_samples", DRAWS));
              assertLaw(drawn, 0, expected.get(first));
              for (int k = 0; k < DRAWS; k++) {
                assertThat(
                        drawn
                            .get("predictions")
                            .get(0)
                            .get("target 1")
                            .get("draws")
                            .get(k)
                            .doubleValue())
                    .isCloseTo(fresh[first][k][1], within(largest(expected.get(first), 1)));
              }
              return null;
            });
      }
      for (Future<Void> done : pool.invokeAll(tasks)) {
        done.get();
      }
      assertThat(requestsOfARun(server)).as("requests that were joined").isGreaterThan(1.1);
    } finally {
      pool.shutdownNow();
    }
  }

  /** The bank is run once for mean, standard deviation and draws; fresh draws take another run. */
  @Test
  void a_request_takes_a_single_run() throws Exception {
    try (RestServer server =
        new RestServer(
            Map.of("two", base), settings -> settings.joining(BatchingSettings.DEFAULT))) {
      ask(server, Map.of("rows", MODEL.rows(3)));
      assertThat(runs(server)).isEqualTo(1);
      ask(server, Map.of("rows", MODEL.rows(3), "seed", 1, "num_samples", 1));
      assertThat(runs(server)).isEqualTo(3);
    }
  }

  private static double runs(RestServer server) throws Exception {
    String all = new String(server.get("/metrics").body(), StandardCharsets.UTF_8);
    return RUNS.matcher(all)
        .results()
        .filter(found -> found.group(1).equals("count"))
        .mapToDouble(found -> Double.parseDouble(found.group(2)))
        .sum();
  }

  private static JsonNode ask(RestServer server, Object body) throws Exception {
    HttpResponse<byte[]> reply =
        server.post("/v1/models/two:distribution", JSON.writeValueAsBytes(body), "*/*");
    JsonNode json = JSON.readTree(reply.body());
    assertThat(reply.statusCode()).as(json.toString()).isEqualTo(200);
    return json;
  }

  private static double largest(Prediction law, int target) {
    return ROUNDING
        * Math.max(Math.abs(law.quantile(target, 1)), Math.abs(law.quantile(target, 1e-9)));
  }

  private static void assertLaw(JsonNode reply, int row, Prediction expected) {
    for (int j = 0; j < 2; j++) {
      JsonNode law = reply.get("predictions").get(row).get("target " + j);
      double tolerance = largest(expected, j);
      assertThat(law.get("mean").doubleValue()).isCloseTo(expected.mean(j), within(tolerance));
      assertThat(law.get("std").doubleValue()).isCloseTo(expected.std(j), within(tolerance));
      for (int q = 0; q < reply.get("quantiles").size(); q++) {
        assertThat(law.get("quantiles").get(q).doubleValue())
            .isCloseTo(
                expected.quantile(j, reply.get("quantiles").get(q).doubleValue()),
                within(tolerance));
      }
    }
  }

  /** Of all runs in the metrics. */
  private static double requestsOfARun(RestServer server) throws Exception {
    String all = new String(server.get("/metrics").body(), StandardCharsets.UTF_8);
    double count = 0;
    double sum = 0;
    for (Matcher found = RUNS.matcher(all); found.find(); ) {
      double value = Double.parseDouble(found.group(2));
      count += found.group(1).equals("count") ? value : 0;
      sum += found.group(1).equals("sum") ? value : 0;
    }
    return sum / count;
  }
}
