// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static io.otd.tests.serving.DistributionReplies.assertSame;
import static io.otd.tests.serving.DistributionReplies.assertSays;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.TestModels;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.predict.Prediction;
import io.otd.serve.OtdPredictor;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.proto.SavedModel;

/** The server returns the same for rows as the embedded predictor. */
class DistributionTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String ANY = "*/*";
  private static final int DRAWS = 40;

  @TempDir private static Path root;
  private static RestServer server;
  private static OtdPredictor two;
  private static OtdPredictor mixed;

  @BeforeAll
  static void start() throws IOException {
    ExportOptions options = ExportOptions.DEFAULT.withBank(DRAWS).withVersion(7);
    for (TestModels model : List.of(TestModels.TWO_OUTPUTS, TestModels.MIXED)) {
      SavedModelExporter.export(model.model(), root.resolve(model.name()), options);
    }
    Path other = root.resolve("other");
    SavedModelExporter.export(TestModels.EULER.model(), other, options);
    makeForeign(other.resolve("7"));
    two = OtdPredictor.open(root.resolve(TestModels.TWO_OUTPUTS.name()));
    mixed = OtdPredictor.open(root.resolve(TestModels.MIXED.name()));
    server =
        new RestServer(
            Map.of(
                "two", root.resolve(TestModels.TWO_OUTPUTS.name()),
                "mixed", root.resolve(TestModels.MIXED.name()),
                "other", other));
  }

  /**
   * Without otd's description, and without one of the signatures by which its exports are known.
   */
  private static void makeForeign(Path version) throws IOException {
    Path extra = version.resolve(ServingNames.EXTRA_DIRECTORY);
    Files.delete(extra.resolve(ServingNames.DESCRIPTION_FILE));
    Files.delete(extra.resolve(ServingNames.WARMUP_FILE));
    Path file = version.resolve(ServingNames.MODEL_FILE);
    SavedModel.Builder model = SavedModel.parseFrom(Files.readAllBytes(file)).toBuilder();
    model.getMetaGraphsBuilder(0).removeSignatureDef(ServingNames.DRAW);
    Files.write(file, model.build().toByteArray());
  }

  @AfterAll
  static void stop() {
    server.close();
    two.close();
    mixed.close();
  }

  private static HttpResponse<byte[]> ask(String model, Object body, String accept)
      throws IOException, InterruptedException {
    return server.post(
        "/v1/models/%s:distribution".formatted(model), JSON.writeValueAsBytes(body), accept);
  }

  private static JsonNode answer(String model, Object body)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> reply = ask(model, body, ANY);
    JsonNode json = JSON.readTree(reply.body());
    assertThat(reply.statusCode()).as(json.toString()).isEqualTo(200);
    return json;
  }

  private static String refusal(String model, String body)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> reply =
        server.post("/v1/models/%s:distribution".formatted(model), bytes(body), ANY);
    assertThat(reply.statusCode()).as(body).isEqualTo(400);
    return JSON.readTree(reply.body()).get("error").asText();
  }

  @Test
  void numeric_rows_match_the_predictor() throws Exception {
    float[][] rows = TestModels.TWO_OUTPUTS.rows(5);
    List<Prediction> expected = two.predict(rows);
    double threshold = expected.get(0).quantile(1, .3);
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("rows", rows);
    request.put("quantiles", List.of(.01, .5, 1));
    request.put("levels", List.of(.5, .9));
    request.put("thresholds", Map.of("target 1", List.of(threshold, 1e9)));
    request.put("num_samples", 3);

    JsonNode reply = answer("two", request);

    assertThat(reply.get("model").asText()).isEqualTo("two");
    assertThat(reply.get("version").asText()).isEqualTo("7");
    assertThat(reply.get("predictions")).hasSize(5);
    for (int i = 0; i < rows.length; i++) {
      assertSays(reply, i, expected.get(i));
      JsonNode law = reply.get("predictions").get(i).get("target 1");
      assertThat(law.get("draws")).hasSize(3);
      for (int k = 0; k < 3; k++) {
        assertSame(law.get("draws").get(k), expected.get(i).samples(1)[k]);
      }
      assertThat(law.get("probabilities_below").get(0).doubleValue())
          .isEqualTo(expected.get(i).probabilityBelow(1, threshold));
      assertThat(law.get("probabilities_below").get(1).doubleValue()).isEqualTo(1);
      assertThat(reply.get("predictions").get(i).get("target 0").get("probabilities_below"))
          .isEmpty();
    }
  }

  @Test
  void named_rows_with_texts_and_missing_cells_match_the_predictor() throws Exception {
    List<Map<String, Object>> rows = new ArrayList<>();
    rows.add(Map.of("month", "jan", "smoker?", "yes", "c", "never seen", "new", "false"));
    rows.add(
        Map.of(
            "age",
            30,
            "month",
            "f\u00e9v",
            "size (m)",
            1.5,
            "smoker?",
            "No",
            "c",
            "b",
            "new",
            "true"));
    JsonNode reply = answer("mixed", Map.of("rows", rows));
    List<Prediction> expected = mixed.predict(rows);
    assertSays(reply, 0, expected.get(0));
    assertSays(reply, 1, expected.get(1));
    List<Object> inOrder = new ArrayList<>();
    inOrder.add(null);
    inOrder.addAll(List.of("jan"));
    inOrder.add(null);
    inOrder.addAll(List.of("yes", "never seen", "false"));
    assertSays(answer("mixed", Map.of("rows", List.of(inOrder))), 0, mixed.predict(rows.get(0)));
  }

  @Test
  void rows_outside_the_column_bounds_are_listed() throws Exception {
    Map<String, Object> row =
        Map.of(
            "age", 110, "month", "jan", "size (m)", 1.7, "smoker?", "yes", "c", "a", "new", "true");
    assertThat(answer("mixed", Map.of("rows", List.of(row))).has("outside_range")).isFalse();
    Map<String, Object> old = new LinkedHashMap<>(row);
    old.put("age", 500);
    Map<String, Object> oldAndSmall = new LinkedHashMap<>(old);
    oldAndSmall.put("size (m)", -3);
    JsonNode reply = answer("mixed", Map.of("rows", List.of(oldAndSmall, row, old)));
    assertThat(reply.get("outside_range"))
        .isEqualTo(
            JSON.readTree(
                """
                [{"row": 0, "columns": ["age", "size (m)"], "clipped": ["age", "size (m)"]},
                 {"row": 2, "columns": ["age"], "clipped": ["age"]}]\
                """));
    // The model clips the number to the bound; the place in a batch changes the last digits.
    JsonNode law = reply.get("predictions").get(2);
    for (String target : mixed.targets()) {
      double atBound = reply.get("predictions").get(1).get(target).get("mean").doubleValue();
      assertThat(law.get(target).get("mean").doubleValue())
          .isCloseTo(atBound, offset(1e-5 * Math.abs(atBound)));
    }
    // A column without bounds is never clipped.
    assertThat(
            answer("two", Map.of("rows", new float[][] {{1e30f, 0, 0, 0, 0}})).has("outside_range"))
        .isFalse();
  }

  @Test
  void a_seed_gives_fresh_draws_from_the_same_distribution() throws Exception {
    float[][] rows = TestModels.TWO_OUTPUTS.rows(2);
    Map<String, Object> request =
        Map.of("rows", rows, "seed", -5, "num_samples", DRAWS, "quantiles", List.of());
    float[][][] expected = two.draw(rows, new long[] {-5, -5});
    JsonNode reply = answer("two", request);
    for (int i = 0; i < rows.length; i++) {
      assertSays(reply, i, two.predict(rows).get(i));
      JsonNode draws = reply.get("predictions").get(i).get("target 0").get("draws");
      for (int k = 0; k < DRAWS; k++) {
        assertSame(draws.get(k), expected[i][k][0]);
      }
    }
    assertThat(answer("two", request).get("predictions")).isEqualTo(reply.get("predictions"));
    assertThat(answer("two", request).get("prediction_id"))
        .isNotEqualTo(reply.get("prediction_id"));
  }

  @Test
  void returns_the_draws_as_a_numpy_array() throws Exception {
    float[][] rows = TestModels.TWO_OUTPUTS.rows(3);
    HttpResponse<byte[]> reply = ask("two", Map.of("rows", rows), "application/x-npy");
    assertThat(reply.headers().firstValue("content-type")).contains("application/x-npy");
    assertThat(reply.headers().firstValue("otd-model-version")).contains("7");
    assertThat(reply.headers().firstValue("otd-prediction-id")).isPresent();
    // NumPy's format, version 1.0: 6 bytes of magic, 2 of version, 2 of the header's length.
    ByteBuffer npy = ByteBuffer.wrap(reply.body()).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(npy.get(6)).isEqualTo((byte) 1);
    int header = npy.getShort(8);
    String text = new String(reply.body(), 10, header, StandardCharsets.US_ASCII);
    assertThat(text)
        .startsWith(
            "{'descr': '<f4', 'fortran_order': False, 'shape': (3, %d, 2), }".formatted(DRAWS))
        .endsWith("\n");
    assertThat((10 + header) % 64).isZero();
    npy.position(10 + header);
    List<Prediction> expected = two.predict(rows);
    for (Prediction prediction : expected) {
      for (int k = 0; k < DRAWS; k++) {
        assertThat(npy.getFloat()).isEqualTo(prediction.samples(0)[k]);
        assertThat(npy.getFloat()).isEqualTo(prediction.samples(1)[k]);
      }
    }
    assertThat(npy.hasRemaining()).isFalse();
    assertThat(
            ask("two", Map.of("rows", rows, "num_samples", 4), "application/octet-stream").body())
        .hasSize(128 + 3 * 4 * 2 * Float.BYTES);
  }

  @Test
  void error_messages_name_row_and_column() throws Exception {
    String good = "{\"month\": \"jan\", \"c\": \"a\", \"new\": \"true\", \"smoker?\": \"yes\"";
    assertThat(refusal("mixed", "{\"rows\": [%s}, %s, \"Age\": 3}]}".formatted(good, good)))
        .startsWith("row 1: unknown column \"Age\" (expected: [age, month,");
    assertThat(refusal("mixed", "{\"rows\": [{\"month\": \"jan\", \"c\": \"a\"}]}"))
        .isEqualTo("row 0: column \"new\": missing (expected: false or true)");
    assertThat(refusal("mixed", "{\"rows\": [%s, \"age\": \"x\"}]}".formatted(good)))
        .isEqualTo("row 0: column \"age\": \"x\" (expected: a number)");
    assertThat(refusal("mixed", "{\"rows\": [%s, \"age\": 1e39}]}".formatted(good)))
        .startsWith(
            "row 0: column \"age\": 1.0E39 (expected: a number of magnitude at most 3.4e38)");
    assertThat(refusal("mixed", "{\"rows\": [%s, \"new\": \"true\"}]}".formatted(good)))
        .isEqualTo("row 0: column \"new\" appears twice");
    assertThat(
            refusal(
                "mixed", "{\"rows\": [{\"new\": \"maybe\", \"month\": \"jan\", \"c\": \"a\"}]}"))
        .isEqualTo("row 0: column \"new\": \"maybe\" (expected: false or true)");
    assertThat(refusal("mixed", "{\"rows\": [{\"month\": [4]}]}"))
        .startsWith("row 0: column \"month\": [");
    assertThat(refusal("two", "{\"rows\": [[1, 2]]}")).startsWith("row 0: 2 values (expected: 5");
    assertThat(refusal("two", "{\"rows\": [[1, 2, 3, 4, 5, 6]]}")).startsWith("row 0: more than 5");
    assertThat(refusal("two", "{\"rows\": [7]}"))
        .isEqualTo("row 0: 7 (expected: a list or an object)");
  }

  @Test
  void error_messages_name_the_request_field() throws Exception {
    assertThat(refusal("two", "{}")).isEqualTo("rows: not given (expected: a list of rows)");
    assertThat(refusal("two", "{\"rows\": [], \"quantile\": [1]}"))
        .startsWith("unknown member \"quantile\" (expected: rows, quantiles,");
    assertThat(refusal("two", "{\"rows\": [], \"quantiles\": [0.5, 0]}"))
        .isEqualTo("quantiles: 0 (expected: above 0, at most 1)");
    assertThat(refusal("two", "{\"rows\": [], \"levels\": [1]}"))
        .isEqualTo("levels: 1 (expected: between 0 and 1)");
    assertThat(refusal("two", "{\"rows\": [], \"thresholds\": {\"cost\": [1]}}"))
        .isEqualTo("thresholds: unknown target \"cost\" (expected: [target 0, target 1])");
    assertThat(refusal("two", "{\"rows\": [], \"num_samples\": 41}"))
        .isEqualTo("num_samples: 41 (expected: at most 40, the draws of the model)");
    assertThat(refusal("two", "{\"rows\": [], \"seed\": 1.5}"))
        .isEqualTo("seed: 1.5 (expected: an integer)");
  }

  @Test
  void a_foreign_model_has_no_distributions() throws Exception {
    assertThat(refusal("other", "{\"rows\": []}"))
        .isEqualTo("The model has no distributions: not exported by otd: no assets.extra/otd.json");
    assertThat(server.get("/v1/models/other:schema").statusCode()).isEqualTo(400);
    assertThat(server.get("/v1/models/nowhere:schema").statusCode()).isEqualTo(404);
    assertThat(ask("two/versions/7", Map.of("rows", List.of()), ANY).statusCode()).isEqualTo(200);
    assertThat(ask("two/versions/8", Map.of("rows", List.of()), ANY).statusCode()).isEqualTo(404);
  }

  @Test
  void the_internal_distribution_signature_cannot_be_requested() throws Exception {
    String instances = "\"instances\": [[1, 2, 3, 4, 5]]}";
    assertThat(predict("{" + instances).statusCode()).isEqualTo(200);
    HttpResponse<byte[]> reply = predict("{\"signature_name\": \"otd:bank\", " + instances);
    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(JSON.readTree(reply.body()).get("error").asText())
        .isEqualTo("Serving signature name: \"otd:bank\" not found in signature def");
  }

  private static HttpResponse<byte[]> predict(String body)
      throws IOException, InterruptedException {
    return server.post("/v1/models/two:predict", bytes(body), ANY);
  }

  @Test
  void the_schema_describes_the_rows() throws Exception {
    JsonNode schema = JSON.readTree(server.get("/v1/models/mixed/versions/7:schema").body());
    assertThat(schema.get("draws").asInt()).isEqualTo(DRAWS);
    assertThat(schema.findValuesAsText("name").subList(0, 6)).isEqualTo(mixed.inputs());
    JsonNode age = schema.get("inputs").get(0);
    assertThat(age.get("kind").asText()).isEqualTo("numeric");
    assertThat(age.get("lower").asDouble()).isEqualTo(-20);
    assertThat(age.get("may_be_missing").asBoolean()).isTrue();
    JsonNode month = schema.get("inputs").get(1);
    assertThat(month.get("texts").toString()).isEqualTo("[\"jan\",\"f\u00e9v\"]");
    assertThat(month.get("other_texts").asBoolean()).isTrue();
    assertThat(schema.get("inputs").get(5).get("other_texts").asBoolean()).isFalse();
    assertThat(schema.get("targets")).hasSize(7);
    assertThat(schema.at("/targets/0/support").toString())
        .isEqualTo("{\"lower\":0.0,\"upper\":null,\"step\":null}");
    assertThat(schema.at("/targets/6/support").toString())
        .isEqualTo("{\"lower\":9.0,\"upper\":11.5,\"step\":null}");
    JsonNode plain = JSON.readTree(server.get("/v1/models/two:schema").body());
    assertThat(plain.get("inputs").get(0).get("lower").isNull()).isTrue();
  }

  /** Any body gives a response to the client, never a server error. */
  @Test
  void malformed_bodies_are_refused() throws Exception {
    byte[] good =
        """
        {"rows": [[null, "jan", 1.5, "yes", "a", "true"],
         {"age": 3e1, "month": "f\\u00e9v", "smoker?": "No", "c": "b", "new": "false"}],
         "quantiles": [0.1, 1], "levels": [0.5], "thresholds": {"cost": [-1.5]},
         "num_samples": 2, "seed": 9}\
        """
            .getBytes(StandardCharsets.UTF_8);
    SplittableRandom random = new SplittableRandom(1);
    Map<Integer, Integer> seen = new LinkedHashMap<>();
    for (int trial = 0; trial < 400; trial++) {
      byte[] body = mutated(good, random);
      HttpResponse<byte[]> reply = server.post("/v1/models/mixed:distribution", body, ANY);
      assertThat(reply.statusCode())
          .as("trial %d: %s", trial, new String(body, StandardCharsets.ISO_8859_1))
          .isIn(200, 400);
      seen.merge(reply.statusCode(), 1, Integer::sum);
    }
    assertThat(seen).containsKeys(200, 400);
  }

  private static byte[] mutated(byte[] good, SplittableRandom random) {
    byte[] body = good.clone();
    String pieces = "{}[]\",:0-9.eEnulltrueNaNInfinity\\ \u0000\u00ff";
    int changes = 1 + random.nextInt(3);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(body.length);
      switch (random.nextInt(3)) {
        case 0 -> body[at] = (byte) pieces.charAt(random.nextInt(pieces.length()));
        case 1 -> body = without(body, at, Math.min(body.length, at + 1 + random.nextInt(12)));
        default -> {
          int other = random.nextInt(body.length);
          System.arraycopy(
              body.clone(), other, body, at, Math.min(8, body.length - Math.max(at, other)));
        }
      }
    }
    return body;
  }

  private static byte[] without(byte[] body, int from, int to) {
    byte[] shorter = new byte[body.length - (to - from)];
    System.arraycopy(body, 0, shorter, 0, from);
    System.arraycopy(body, to, shorter, from, body.length - to);
    return shorter.length == 0 ? new byte[1] : shorter;
  }

  @Test
  void an_unknown_model_takes_precedence_over_a_malformed_request() throws Exception {
    assertThat(server.post("/v1/models/none:distribution", bytes("{"), ANY).statusCode())
        .isEqualTo(404);
    assertThat(server.post("/v1/models/none:observe", bytes("{"), ANY).statusCode()).isEqualTo(404);
    assertThat(server.post("/v1/models/two:distribution", bytes("{"), ANY).statusCode())
        .isEqualTo(400);
  }

  @Test
  void a_wrong_http_method_is_rejected_with_the_expected_one() throws Exception {
    HttpResponse<byte[]> reply = server.get("/v1/models/two:distribution");
    assertThat(reply.statusCode()).isEqualTo(405);
    assertThat(reply.headers().firstValue("allow")).hasValue("POST, OPTIONS");
    assertThat(new String(reply.body(), StandardCharsets.UTF_8)).contains("expected: POST");
  }

  @Test
  void fields_of_predict_requests_are_rejected_with_a_hint_to_rows() throws Exception {
    HttpResponse<byte[]> reply = ask("two", Map.of("instances", List.of()), ANY);
    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(new String(reply.body(), StandardCharsets.UTF_8))
        .contains("instances", "expected: ", "rows");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
