// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AccessLogTest {
  private final List<String> lines = new ArrayList<>();

  private static EndedRequest request(String status, boolean fault) {
    return new EndedRequest(
        "rest",
        "predict",
        new RequestTrace("a\"b", "2", "serving_default", 3),
        status,
        fault,
        Duration.ofNanos(1_500_000),
        "127.0.0.1");
  }

  private void record(AccessLog log, int times, boolean fault) {
    for (int i = 0; i < times; i++) {
      log.record(request(fault ? "500" : "200", fault));
    }
  }

  @Test
  void each_line_is_json() {
    new AccessLog(1, lines::add).record(request("200", false));
    assertThat(lines)
        .containsExactly(
            "{\"protocol\":\"rest\",\"method\":\"predict\",\"model\":\"a\\\"b\",\"version\":\"2\","
                + "\"signature\":\"serving_default\",\"rows\":3,\"status\":\"200\",\"millis\":1.5,"
                + "\"client\":\"127.0.0.1\"}");
  }

  @Test
  void logs_the_configured_share_and_every_failure() {
    record(new AccessLog(.25, lines::add), 100, false);
    assertThat(lines).hasSize(25);
    lines.clear();
    record(new AccessLog(.3, lines::add), 1000, false);
    assertThat(lines).hasSize(300);
    lines.clear();
    AccessLog none = new AccessLog(0, lines::add);
    record(none, 10, false);
    assertThat(lines).isEmpty();
    record(none, 10, true);
    assertThat(lines).hasSize(10);
  }
}
