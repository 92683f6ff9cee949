// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.otd.serve.ConformancePack;
import io.otd.serve.internal.settings.BatchingSettings;
import io.otd.serve.server.OtdServer;
import io.otd.serve.settings.AnswerSettings;
import io.otd.serve.settings.NonFinite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every REST case of the conformance pack, against a server on a free port, and against one that
 * batches requests and pads batches.
 */
@TestInstance(Lifecycle.PER_CLASS)
class RestConformanceTest {
  private static final int CASES = 144;

  /**
   * Cases of level "should" that are deliberately answered differently, with the status:
   * docs/serving-differences.md says why.
   */
  private static final Map<String, Integer> DEVIATIONS =
      Map.of("status_no_model_name", 200, "http_options_without_origin", 204);

  private OtdServer server;
  private OtdServer batching;

  @BeforeAll
  void start(@TempDir Path scratch) throws IOException {
    server = ServedPack.start(scratch, NonFinite.BARE);
    batching =
        ServedPack.start(
            scratch,
            NonFinite.BARE,
            AnswerSettings.DEFAULT.timeout(),
            settings ->
                settings.joining(new BatchingSettings(4, 0, 10, Optional.of(1), List.of(2, 4))));
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
    if (batching != null) {
      batching.close();
    }
  }

  @Test
  void deviations_are_documented() throws IOException {
    assertThat(Files.readString(Path.of("..", "..", "docs", "serving-differences.md")))
        .contains(List.copyOf(DEVIATIONS.keySet()));
  }

  @TestFactory
  List<DynamicTest> cases() throws IOException {
    return cases(server.restPort());
  }

  @TestFactory
  List<DynamicTest> casesWithBatching() throws IOException {
    return cases(batching.restPort());
  }

  private static List<DynamicTest> cases(int port) throws IOException {
    Path pack = ConformancePack.require();
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode node :
        new JsonMapper().readTree(pack.resolve("rest_cases.json").toFile()).get("cases")) {
      RestCase one = new RestCase(node, pack);
      tests.add(DynamicTest.dynamicTest(one.name(), () -> run(one, port)));
    }
    assertThat(tests).hasSize(CASES);
    return tests;
  }

  private static void run(RestCase one, int port) throws IOException {
    RawHttp.Reply reply = one.send(port);
    Integer status = DEVIATIONS.get(one.name());
    if (status != null) {
      assertThat(one.isMust()).isFalse();
      assertThat(reply.status()).isEqualTo(status);
    } else {
      one.check(reply);
    }
  }
}
