// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.otd.core.internal.files.ClassResource;
import io.otd.serve.drift.Drift;
import io.otd.serve.inference.Inference;
import io.otd.serve.monitor.Monitor;
import io.otd.serve.monitor.MonitorCalls;
import io.otd.serve.openinference.OpenInference;
import io.otd.serve.registry.ModelReference;
import io.otd.serve.registry.NoModels;
import io.otd.serve.settings.DriftSettings;
import io.otd.serve.settings.NonFinite;
import java.io.IOException;
import java.time.Clock;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The document matches the API. */
class OpenApiTest {
  private static JsonNode document() throws IOException {
    return new JsonMapper().readTree(ClassResource.bytes(OpenApiTest.class, "openapi.json"));
  }

  private final Inference inference = NoModels.inference();

  /** The calls that the documented paths below a prefix reach. */
  private Set<RestCall> reached(RestProtocol protocol, String prefix) throws IOException {
    Set<RestCall> reached = new HashSet<>();
    for (Map.Entry<String, JsonNode> path : document().get("paths").properties()) {
      if (path.getKey().startsWith(prefix) && !path.getKey().startsWith("/v2/health/")) {
        String real =
            path.getKey()
                .replace("{model}", "m")
                .replace("{version}", "1")
                .replace("{modelVersion}", "1")
                .replace("{label}", "l");
        String method = path.getValue().has("post") ? "POST" : "GET";
        assertThat(path.getValue().has(method.toLowerCase(Locale.ROOT))).isTrue();
        RestTarget target = protocol.read(method, real);
        if (real.contains("/versions/")) {
          assertThat(target.model()).isEqualTo(ModelReference.version("m", 1));
        }
        reached.add(target.call());
      }
    }
    return reached;
  }

  @Test
  void every_documented_path_is_recognised_by_the_server() throws IOException {
    MonitorCalls monitor =
        new MonitorCalls(
            inference,
            new Monitor(1, Clock.systemUTC()),
            new Drift(DriftSettings.DEFAULT, System::nanoTime));
    RestCalls calls =
        new RestCalls(inference, NonFinite.BARE, new PredictionIds(Clock.systemUTC()), monitor);
    Map<String, RestCall> shared = calls.shared();
    Map<String, RestCall> own = calls.own(monitor.calls(NonFinite.BARE));
    Set<RestCall> expected = new HashSet<>(shared.values());
    expected.addAll(own.values());
    RestCall list = calls.list();
    expected.add(list);
    assertThat(reached(new ServingProtocol(list, shared, own), "/v1/")).isEqualTo(expected);
  }

  @Test
  void every_documented_open_inference_path_is_recognised_by_the_server() throws IOException {
    OpenInferenceProtocol protocol =
        new OpenInferenceProtocol(new OpenInference(inference), NonFinite.BARE);
    assertThat(reached(protocol, "/v2")).containsExactlyInAnyOrderElementsOf(protocol.calls());
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
