// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.serve.server.OtdServer;
import io.otd.serve.settings.NonFinite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** What the conformance cases do not cover, with the same models. */
@TestInstance(Lifecycle.PER_CLASS)
class ServedPackTest {
  private static final int BROKEN = 1_000;
  private static final int TRIALS = 100;
  private static final long PAUSE_NANOS = 50_000_000;

  private OtdServer server;

  @BeforeAll
  void start(@TempDir Path scratch) throws IOException {
    server = ServedPack.start(scratch, NonFinite.STRING);
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private RawHttp.Reply predict(String model, String body) throws IOException {
    return post("/v1/models/" + model + ":predict", body.getBytes(StandardCharsets.UTF_8));
  }

  private RawHttp.Reply post(String path, byte[] body) throws IOException {
    return RawHttp.send(server.restPort(), "POST", path, Map.of(), body);
  }

  private String metrics(String path) throws IOException {
    RawHttp.Reply reply = RawHttp.send(server.restPort(), "GET", path, Map.of(), new byte[0]);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("Content-Type")).startsWith("text/plain");
    return reply.text();
  }

  /** A request is counted after its response is sent, which a client may receive earlier. */
  private String metricsWith(String text) throws IOException {
    String all = metrics("/metrics");
    for (int i = 0; i < TRIALS && !all.contains(text); i++) {
      LockSupport.parkNanos(PAUSE_NANOS);
      all = metrics("/metrics");
    }
    return all;
  }

  @Test
  void non_finite_numbers_can_be_written_as_strict_json() throws IOException {
    RawHttp.Reply reply =
        predict("echo", "{\"signature_name\": \"echo_float\", \"instances\": [NaN, -Infinity]}");
    assertThat(reply.text()).contains("[\"NaN\", \"-Infinity\"");
  }

  @Test
  void counts_requests_by_model_signature_and_status() throws IOException {
    predict("half_plus_three", "{\"instances\": [\"x\"]}");
    predict("made-up-by-a-client", "{\"instances\": [1.0]}");
    predict("half_plus_three", "{\"instances\": [1.0, 2.0, 5.0]}");
    predict("half_plus_three", "{\"instances\": [1.0]}");

    String labels =
        "model=\"half_plus_three\",%sprotocol=\"rest\",signature=\"serving_default\",status=\"200\",version=\"123\"";
    String all = metricsWith(labels.formatted("") + "} 2");
    assertThat(all)
        .contains(
            "otd_request_duration_seconds_count{method=\"predict\"," + labels.formatted("") + "} 2")
        .contains(
            "otd_request_rows_total{model=\"half_plus_three\",signature=\"serving_default\",version=\"123\"} 4")
        .contains("le=\"0.005\"")
        .contains("status=\"404\"")
        .contains("status=\"400\"")
        .doesNotContain("made-up");
    assertThat(metrics("/monitoring/prometheus/metrics")).contains("otd_request_duration_seconds");
  }

  @Test
  void malformed_requests_are_client_errors() throws IOException {
    String[] whole = {
      "{\"instances\": [{\"x\": [1.0]}, {\"x\": [6.0]}]}",
      "{\"signature_name\": \"serving_default\", \"inputs\": {\"x\": [[1.5], [2e3]]}}",
      "{\"signature_name\": \"regress_x_to_y\", \"examples\": [{\"x\": 80.0}, {\"x\": 2.0}]}"
    };
    String[] verbs = {"predict", "predict", "regress"};
    byte[] signs = "{}[]\",:\\-.e019tfnN \u0000\u00ff".getBytes(StandardCharsets.ISO_8859_1);
    SplittableRandom random = new SplittableRandom(8501);
    int refused = 0;
    for (int i = 0; i < BROKEN; i++) {
      int which = random.nextInt(whole.length);
      byte[] body = whole[which].getBytes(StandardCharsets.UTF_8);
      for (int k = random.nextInt(1, 4); k > 0; k--) {
        body[random.nextInt(body.length)] = signs[random.nextInt(signs.length)];
      }
      RawHttp.Reply reply = post("/v1/models/half_plus_two:" + verbs[which], body);
      assertThat(reply.status())
          .as(() -> new String(body, StandardCharsets.ISO_8859_1) + " -> " + reply.text())
          .isIn(200, 400);
      refused += reply.status() == 400 ? 1 : 0;
    }
    assertThat(refused).isGreaterThan(BROKEN / 2);
    assertThat(predict("half_plus_two", "{\"instances\": [1.0]}").status()).isEqualTo(200);
  }
}
