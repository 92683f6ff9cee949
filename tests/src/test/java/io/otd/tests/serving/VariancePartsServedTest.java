// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.metrics.VarianceParts;
import io.otd.export.TestExports;
import io.otd.light.LightPredictor;
import io.otd.predict.Prediction;
import io.otd.predict.Predictor;
import io.otd.serve.OtdPredictor;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The variance of exported pools within their networks and between them is the same wherever it is
 * computed. Exporting has compared that of the graph with the trained model's.
 */
@Tag("long")
class VariancePartsServedTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int ROWS = 5;

  private static JsonNode posted(RestServer server, String call, Map<String, Object> body)
      throws Exception {
    HttpResponse<byte[]> reply =
        server.post("/v1/models/m:" + call, JSON.writeValueAsBytes(body), "*/*");
    assertThat(reply.statusCode())
        .as(new String(reply.body(), StandardCharsets.UTF_8))
        .isEqualTo(200);
    return JSON.readTree(reply.body()).get("predictions");
  }

  private static List<Prediction> predicted(Predictor opened, float[][] rows) {
    try (Predictor predictor = opened) {
      return predictor.predict(rows);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"POOL", "FOREST", "OTD_ENSEMBLE", "EULER"})
  void the_parts_are_the_same_in_graph_server_and_predictors(TestModels model) throws Exception {
    Path base = TestExports.base(model);
    float[][] rows = model.rows(ROWS);
    List<Prediction> expected = predicted(OtdPredictor.open(base), rows);
    List<Prediction> light = predicted(LightPredictor.open(base), rows);
    List<String> targets = expected.get(0).targets();
    try (RestServer server = new RestServer(Map.of("m", base))) {
      JsonNode laws = posted(server, "distribution", Map.of("rows", rows, "parts", true));
      JsonNode graph =
          posted(server, "predict", Map.of("signature_name", "parts", "instances", rows));
      boolean differ = false;
      for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < targets.size(); j++) {
          VarianceParts parts = expected.get(i).variance(j);
          double all = Math.pow(expected.get(i).std(j), 2);
          assertThat(parts.within() + parts.between()).isCloseTo(all, within(1e-6 * all));
          differ |= parts.between() > .01 * all;
          JsonNode law = laws.get(i).get(targets.get(j));
          JsonNode row = graph.get(i);
          double tolerance = 1e-4 * all;
          same(
              parts,
              tolerance,
              law.get(ServingNames.WITHIN).asDouble(),
              law.get(ServingNames.BETWEEN).asDouble());
          same(
              parts,
              tolerance,
              row.get(ServingNames.WITHIN).get(j).asDouble(),
              row.get(ServingNames.BETWEEN).get(j).asDouble());
          VarianceParts ofLight = light.get(i).variance(j);
          same(parts, tolerance, ofLight.within(), ofLight.between());
        }
      }
      assertThat(differ).isEqualTo(model != TestModels.EULER);
      JsonNode without = posted(server, "distribution", Map.of("rows", rows));
      assertThat(without.get(0).get(targets.get(0)).has(ServingNames.WITHIN)).isFalse();
    }
  }

  private static void same(
      VarianceParts expected, double tolerance, double within, double between) {
    assertThat(within).isCloseTo(expected.within(), within(tolerance));
    assertThat(between).isCloseTo(expected.between(), within(tolerance));
  }
}
