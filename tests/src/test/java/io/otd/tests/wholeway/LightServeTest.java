// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.trained.TestModels;
import io.otd.export.TestExports;
import io.otd.light.LightPredictor;
import io.otd.predict.Prediction;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code otd serve --engine light} in a separate process. */
@Tag("long")
@Tag("jdk")
class LightServeTest {
  private static final Pattern READY = Pattern.compile("otd: ready; .* on http://[^ ]*:(\\d+)/");
  private static final long SECONDS = 120;

  @TempDir Path root;

  @Test
  @EnabledOnOs(OS.LINUX)
  void serves_an_export_without_the_tensorflow_library() throws Exception {
    TestModels fixture = TestModels.MIXED;
    Path base = TestExports.base(fixture);
    List<Map<String, Object>> rows = fixture.named(2);
    Path log = root.resolve("server.log");
    Process server =
        OtdCommandLine.start(
            log,
            "serve",
            "--engine",
            "light",
            "--model",
            "m=" + base,
            "--grpc-port",
            "0",
            "--rest-port",
            "0");
    try (LightPredictor light = LightPredictor.open(base)) {
      String address = "http://127.0.0.1:%s/v1/models/m:".formatted(port(server, log));
      JsonNode laws = ask(address + "distribution", Map.of("rows", rows));
      List<Prediction> expected = light.predict(rows);
      for (int i = 0; i < rows.size(); i++) {
        for (String target : light.targets()) {
          JsonNode law = laws.path("predictions").path(i).path(target);
          assertThat(law.path("mean").floatValue())
              .isEqualTo((float) expected.get(i).mean(light.targets().indexOf(target)));
        }
      }
      String maps = Files.readString(Path.of("/proc/%d/maps".formatted(server.pid())));
      assertThat(maps).contains("libjvm").doesNotContain("libtensorflow", "libjnijavacpp");
    } finally {
      server.destroy();
      server.waitFor();
    }
  }

  private static JsonNode ask(String address, Object body) throws Exception {
    ObjectMapper json = new ObjectMapper();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address))
            .POST(HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(body)))
            .build();
    HttpResponse<String> reply =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    return json.readTree(reply.body());
  }

  private static String port(Process server, Path log) throws IOException, InterruptedException {
    for (long waited = 0; waited < 10 * SECONDS && server.isAlive(); waited++) {
      Matcher ready = READY.matcher(Files.readString(log));
      if (ready.find()) {
        return ready.group(1);
      }
      Thread.sleep(100);
    }
    throw new AssertionError("not ready: " + Files.readString(log));
  }
}
