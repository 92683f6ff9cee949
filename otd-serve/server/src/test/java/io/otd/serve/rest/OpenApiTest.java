// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.otd.serve.drift.Drift;
import io.otd.serve.inference.Inference;
import io.otd.serve.internal.lifecycle.VersionListener;
import io.otd.serve.monitor.Monitor;
import io.otd.serve.monitor.MonitorCalls;
import io.otd.serve.registry.ModelRegistry;
import io.otd.serve.registry.RegistrySettings;
import io.otd.serve.settings.DriftSettings;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The document matches the API. */
class OpenApiTest {
  private static JsonNode document() throws IOException {
    try (InputStream stream = OpenApiTest.class.getResourceAsStream("openapi.json")) {
      return new JsonMapper().readTree(stream);
    }
  }

  private static List<RestExtension.Verb> monitorVerbs() {
    ModelRegistry empty =
        new ModelRegistry(
            (model, version, directory) -> {
              throw new IOException("not to be loaded");
            },
            RegistrySettings.DEFAULT,
            Runnable::run,
            Clock.systemUTC(),
            VersionListener.none());
    return new MonitorCalls(
            new Inference(empty),
            new Monitor(1, Clock.systemUTC()),
            new Drift(DriftSettings.DEFAULT, System::nanoTime))
        .verbs();
  }

  @Test
  void every_documented_path_is_recognised_by_the_server() throws IOException {
    List<RestExtension.Verb> monitor = monitorVerbs();
    RestPaths paths = new RestPaths(monitor);
    Set<RestVerb> verbs = new HashSet<>();
    for (Map.Entry<String, JsonNode> path : document().get("paths").properties()) {
      if (!path.getKey().startsWith("/v1/")) {
        continue;
      }
      String real =
          path.getKey().replace("{model}", "m").replace("{version}", "1").replace("{label}", "l");
      String method = path.getValue().has("post") ? "POST" : "GET";
      assertThat(path.getValue().has(method.toLowerCase(Locale.ROOT))).isTrue();
      verbs.add(paths.read(method, real).verb());
    }
    Set<RestVerb> expected = new HashSet<>(monitor);
    expected.addAll(List.of(ApiVerb.values()));
    assertThat(verbs).isEqualTo(expected);
  }

  @Test
  void every_documented_open_inference_path_is_recognised_by_the_server() throws IOException {
    Set<OpenInferenceVerb> verbs = new HashSet<>();
    for (Map.Entry<String, JsonNode> path : document().get("paths").properties()) {
      if (path.getKey().startsWith("/v2") && !path.getKey().startsWith("/v2/health/")) {
        String real = path.getKey().replace("{model}", "m").replace("{modelVersion}", "1");
        OpenInferencePath read =
            OpenInferencePath.read(path.getValue().has("post") ? "POST" : "GET", real);
        assertThat(read.version()).isEqualTo(real.contains("/versions/") ? "1" : "");
        verbs.add(read.verb());
      }
    }
    assertThat(verbs).containsExactlyInAnyOrder(OpenInferenceVerb.values());
  }

  @Test
  void every_reference_resolves_and_operation_ids_are_unique() throws IOException {
    JsonNode document = document();
    for (JsonNode reference : document.findValues("$ref")) {
      assertThat(document.at(reference.asText().substring(1)).isMissingNode())
          .as(reference.asText())
          .isFalse();
    }
    assertThat(document.findValuesAsText("operationId")).doesNotHaveDuplicates().hasSize(47);
  }
}
