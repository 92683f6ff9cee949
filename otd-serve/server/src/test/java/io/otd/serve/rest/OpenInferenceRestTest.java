// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.otd.serve.server.OtdServer;
import io.otd.serve.settings.NonFinite;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Open Inference Protocol over REST, against the real server with the models of the pack. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenInferenceRestTest {
  private static final String ECHO = "/v2/models/echo";
  private static final String JSON_LENGTH = "Inference-Header-Content-Length";

  private OtdServer server;

  @BeforeAll
  void start(@TempDir Path scratch) throws IOException {
    server = ServedPack.start(scratch, NonFinite.BARE);
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private RawHttp.Reply send(String method, String path, Map<String, String> headers, byte[] body)
      throws IOException {
    return RawHttp.send(server.restPort(), method, path, headers, body);
  }

  private RawHttp.Reply get(String path) throws IOException {
    return send("GET", path, Map.of(), new byte[0]);
  }

  private RawHttp.Reply post(String path, String json) throws IOException {
    return send("POST", path, Map.of(), json.getBytes(StandardCharsets.UTF_8));
  }

  private static JsonNode json(String text) throws IOException {
    return new JsonMapper().readTree(text);
  }

  private static JsonNode json(RawHttp.Reply reply) throws IOException {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(reply.header("Content-Type")).contains("application/json");
    return json(reply.text());
  }

  /** {@code y = 2x + version}: version 2 is the latest. */
  private static String input(String datatype, String shape, String data) {
    return "{\"name\": \"x\", \"datatype\": \"%s\", \"shape\": %s, \"data\": %s}"
        .formatted(datatype, shape, data);
  }

  private static String infer(String input) {
    return "{\"inputs\": [%s]}".formatted(input);
  }

  @Test
  void health_and_metadata_follow_the_protocol() throws IOException {
    assertThat(json(get("/v2/health/live"))).isEqualTo(json("{\"live\": true}"));
    assertThat(json(get("/v2/health/ready"))).isEqualTo(json("{\"ready\": true}"));
    JsonNode about = json(get("/v2"));
    assertThat(about.path("name").asText()).isEqualTo("otd");
    assertThat(about.path("extensions"))
        .isEqualTo(json("[\"binary_tensor_data\", \"model_repository\"]"));
    assertThat(json(get("/v2/models")).path("models")).contains(json("\"echo\""));
    assertThat(json(get("/v2/models"))).isEqualTo(json(get("/v1/models")));
    assertThat(json(get(ECHO)))
        .isEqualTo(
            json(
                """
                {"name": "echo", "versions": ["1", "2"], "platform": "tensorflow_savedmodel",
                 "inputs": [{"name": "x", "datatype": "FP32", "shape": [-1, 2]}],
                 "outputs": [{"name": "y", "datatype": "FP32", "shape": [-1, 2]}]}"""));
  }

  @Test
  void an_unavailable_model_reports_not_ready_with_4xx() throws IOException {
    JsonNode ready = json("{\"name\": \"echo\", \"ready\": true}");
    assertThat(json(get(ECHO + "/ready"))).isEqualTo(ready);
    assertThat(json(get(ECHO + "/versions/1/ready"))).isEqualTo(ready);
    assertThat(json(get(ECHO + "/versions/new/ready"))).isEqualTo(ready);

    RawHttp.Reply other = get(ECHO + "/versions/7/ready");
    assertThat(other.status()).isEqualTo(400);
    assertThat(json(other.text())).isEqualTo(json("{\"name\": \"echo\", \"ready\": false}"));
    assertThat(get("/v2/models/none/ready").status()).isEqualTo(404);
  }

  @Test
  void input_data_may_be_flat_or_nested_and_output_data_is_flat() throws IOException {
    JsonNode expected =
        json(
            """
            {"model_name": "echo", "model_version": "2", "id": "7 a", "outputs": [
             {"name": "y", "datatype": "FP32", "shape": [2, 2], "data": [4.0, 6.0, 8.0, 10.0]}]}""");
    for (String data : new String[] {"[1, 2, 3, 4]", "[[1, 2], [3, 4]]"}) {
      String body = "{\"id\": \"7 a\", \"inputs\": [%s]}".formatted(input("FP32", "[2, 2]", data));
      assertThat(json(post(ECHO + "/infer", body))).isEqualTo(expected);
    }
  }

  /** Clients whose types have optional members write them as null. */
  @Test
  void a_member_that_is_null_is_as_if_it_were_not_there() throws IOException {
    String plain = infer(input("FP32", "[1, 2]", "[1, 2]"));
    String nulls =
        """
        {"id": null, "parameters": null, "outputs": null, "inputs": [
         {"name": "x", "datatype": "FP32", "shape": [1, 2], "parameters": null, "data": [1, 2]}]}""";
    String inside =
        """
        {"parameters": {"signature_name": null, "binary_data_output": null}, "inputs": [
         {"name": "x", "datatype": "FP32", "shape": [1, 2], "parameters": {"binary_data_size": null},
          "data": [1, 2]}],
         "outputs": [{"name": "y", "parameters": {"binary_data": null, "classification": null}}]}""";
    JsonNode expected = json(post(ECHO + "/infer", plain));
    assertThat(json(post(ECHO + "/infer", nulls))).isEqualTo(expected);
    assertThat(json(post(ECHO + "/infer", inside))).isEqualTo(expected);
    assertThat(error(post(ECHO + "/infer", "{\"inputs\": null}"))).contains("inputs: not given");
    assertThat(json(post("/v2/repository/index", "{\"ready\": null}")))
        .isEqualTo(json(post("/v2/repository/index", "{}")));
    assertThat(post("/v2/repository/models/echo/load", "{\"parameters\": null}").status())
        .isEqualTo(200);
  }

  @Test
  void a_version_is_chosen_by_number_or_label() throws IOException {
    String body = infer(input("FP32", "[1, 2]", "[1, 2]"));
    for (String version : new String[] {"1", "old", "odd%2Flabel%3A1"}) {
      JsonNode reply = json(post(ECHO + "/versions/" + version + "/infer", body));
      assertThat(reply.path("model_version").asText()).isEqualTo("1");
      assertThat(reply.at("/outputs/0/data")).isEqualTo(json("[3.0, 5.0]"));
    }
  }

  @Test
  void a_parameter_selects_the_signature_and_its_outputs_are_returned_by_name() throws IOException {
    String body =
        "{\"parameters\": {\"signature_name\": \"stats\"}, \"inputs\": [%s]%s}"
            .formatted(input("FP32", "[1, 2]", "[3, 5]"), "%s");
    JsonNode all = json(post(ECHO + "/infer", body.formatted(""))).path("outputs");
    assertThat(all.findValuesAsText("name")).containsExactly("doubled", "largest", "total");
    assertThat(all.at("/0/data")).isEqualTo(json("[6.0, 10.0]"));
    assertThat(all.at("/1/data")).isEqualTo(json("[5.0]"));
    assertThat(all.at("/2/data")).isEqualTo(json("[8.0]"));

    JsonNode some =
        json(post(
                ECHO + "/infer",
                body.formatted(", \"outputs\": [{\"name\": \"total\"}, {\"name\": \"doubled\"}]")))
            .path("outputs");
    assertThat(some.findValuesAsText("name")).containsExactly("total", "doubled");
  }

  /** Numbers at the limits of their ranges. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "float|FP32|[0.5, -3e38]",
        "double|FP64|[0.1, -1e300]",
        "int8|INT8|[-128, 127]",
        "uint8|UINT8|[0, 255]",
        "int16|INT16|[-32768, 32767]",
        "int32|INT32|[-2147483648, 2147483647]",
        "int64|INT64|[-9223372036854775808, 9223372036854775807]",
        "uint32|UINT32|[0, 4294967295]",
        "uint64|UINT64|[0, 18446744073709551615]",
        "bool|BOOL|[true, false]",
        "string|BYTES|[\"\u00e4\", \"\"]"
      })
  void each_datatype_round_trips_in_json(String signature, String datatype, String data)
      throws IOException {
    JsonNode output = json(post(ECHO + "/infer", echo(signature, datatype, data))).at("/outputs/0");
    assertThat(output.path("datatype").asText()).isEqualTo(datatype);
    assertThat(output.path("shape")).isEqualTo(json("[2, 1]"));
    for (int i = 0; i < 2; i++) {
      JsonNode sent = json(data).path(i);
      JsonNode got = output.path("data").path(i);
      if (datatype.startsWith("FP")) {
        assertThat(got.doubleValue()).isEqualTo(sent.doubleValue());
      } else {
        assertThat(got).isEqualTo(sent);
      }
    }
  }

  private static String echo(String signature, String datatype, String data) {
    return """
        {"parameters": {"signature_name": "echo_%s"},
         "inputs": [{"name": "in", "datatype": "%s", "shape": [2, 1], "data": %s}]}"""
        .formatted(signature, datatype, data);
  }

  private RawHttp.Reply binary(String json, byte[] tensors, Map<String, String> headers)
      throws IOException {
    byte[] head = json.getBytes(StandardCharsets.UTF_8);
    Map<String, String> all = new HashMap<>(headers);
    all.put(JSON_LENGTH, Integer.toString(head.length));
    return send("POST", ECHO + "/infer", all, joined(head, tensors));
  }

  private static byte[] joined(byte[] a, byte[] b) {
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  private static byte[] floats(float... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      bytes.putFloat(value);
    }
    return bytes.array();
  }

  private static String sized(String name, String datatype, String shape, int bytes) {
    return "{\"name\": \"%s\", \"datatype\": \"%s\", \"shape\": %s, \"parameters\": {\"binary_data_size\": %d}}"
        .formatted(name, datatype, shape, bytes);
  }

  @Test
  void tensors_are_sent_and_returned_as_bytes_after_the_json() throws IOException {
    String json =
        "{\"inputs\": [%s], \"outputs\": [{\"name\": \"y\", \"parameters\": {\"binary_data\": true}}]}"
            .formatted(sized("x", "FP32", "[1, 2]", 8));
    RawHttp.Reply reply = binary(json, floats(1.5f, -2), Map.of());
    assertThat(head(reply).at("/outputs/0"))
        .isEqualTo(
            json(
                "{\"name\": \"y\", \"datatype\": \"FP32\", \"shape\": [1, 2], \"parameters\": {\"binary_data_size\": 8}}"));
    assertThat(tail(reply)).isEqualTo(floats(5, -2));
  }

  @Test
  void the_json_length_of_a_compressed_body_is_its_uncompressed_length() throws IOException {
    String json = infer(sized("x", "FP32", "[1, 2]", 8));
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream stream = new GZIPOutputStream(packed)) {
      stream.write(joined(json.getBytes(StandardCharsets.UTF_8), floats(1, 2)));
    }
    Map<String, String> headers =
        Map.of(JSON_LENGTH, Integer.toString(json.length()), "Content-Encoding", "gzip");
    JsonNode reply = json(send("POST", ECHO + "/infer", headers, packed.toByteArray()));
    assertThat(reply.at("/outputs/0/data")).isEqualTo(json("[4.0, 6.0]"));
  }

  @Test
  void outputs_default_to_the_requested_binary_form_unless_overridden() throws IOException {
    String json =
        """
        {"parameters": {"signature_name": "stats", "binary_data_output": true}, "inputs": [%s],
         "outputs": [{"name": "total", "parameters": {"binary_data": false}}, {"name": "largest"}]}"""
            .formatted(input("FP32", "[1, 2]", "[3, 5]"));
    RawHttp.Reply reply = post(ECHO + "/infer", json);
    JsonNode outputs = head(reply).path("outputs");
    assertThat(outputs.at("/0/data")).isEqualTo(json("[8.0]"));
    assertThat(outputs.at("/1/parameters/binary_data_size").asInt()).isEqualTo(4);
    assertThat(tail(reply)).isEqualTo(floats(5));
  }

  @Test
  void half_floats_and_arbitrary_bytes_round_trip_in_binary() throws IOException {
    byte[] half = {0, 0x3c, 0, (byte) 0xc0}; // 1, -2
    String json =
        "{\"parameters\": {\"signature_name\": \"echo_half\", \"binary_data_output\": true}, \"inputs\": [%s]}"
            .formatted(sized("in", "FP16", "[2]", 4));
    assertThat(tail(binary(json, half, Map.of()))).isEqualTo(half);

    byte[] strings = {2, 0, 0, 0, (byte) 0xff, 0, 0, 0, 0, 0};
    String text =
        "{\"parameters\": {\"signature_name\": \"echo_string\", \"binary_data_output\": true}, \"inputs\": [%s]}"
            .formatted(sized("in", "BYTES", "[2]", strings.length));
    assertThat(tail(binary(text, strings, Map.of()))).isEqualTo(strings);
    RawHttp.Reply asText =
        binary(text.replace("_output\": true", "_output\": false"), strings, Map.of());
    assertThat(asText.status()).isEqualTo(400);
    assertThat(asText.text()).contains("output \\\"out\\\": element 0 is not UTF-8");
  }

  private static JsonNode head(RawHttp.Reply reply) throws IOException {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    int length = Integer.parseInt(reply.header(JSON_LENGTH));
    return json(new String(reply.body(), 0, length, StandardCharsets.UTF_8));
  }

  private static byte[] tail(RawHttp.Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    int length = Integer.parseInt(reply.header(JSON_LENGTH));
    return Arrays.copyOfRange(reply.body(), length, reply.body().length);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"inputs\": []}|input 'x': not given",
        "{}|inputs: not given",
        "{\"inputs\": [{\"name\": \"x\"}]}|inputs[0].datatype: not given",
        "X FP32 [1, 2] [1]|input 'x': 1 elements (expected: 2, of the shape [1, 2])",
        "X FP32 [1, 3] [1, 2, 3]|input 'x': shape [1, 3] (expected: [-1, 2])",
        "X FP32 [2] [1, 2]|input 'x': shape [2] (expected: [-1, 2])",
        "X FP32 [-1, 2] [1, 2]|no negative size",
        "X FP32 [0, 90000000000] []|input 'x': shape [0, 90000000000]",
        "X FP64 [1, 2] [1, 2]|input 'x': datatype FP64 (expected: FP32)",
        "X FLOAT [1, 2] [1, 2]|input 'x': datatype 'FLOAT' (expected: one of [BOOL",
        "X FP16 [1, 2] [1, 2]|input 'x': FP16 has no form in JSON",
        "X INT8 [1, 2] [1, 200]|input 'x': data: JSON Value: 200",
        "X FP32 [1, 2] 1|input 'x': data: 1 (expected: a list)",
        "{\"inputs\": [{\"name\": \"z\", \"datatype\": \"FP32\", \"shape\": [1], \"data\": [1]}, {\"name\": \"x\", \"datatype\": \"FP32\", \"shape\": [1, 2], \"data\": [1, 2]}]}|input 'z': unknown (expected: one of [x])",
        "{\"inputs\": [{\"name\": \"x\", \"datatype\": \"FP32\", \"shape\": [1], \"data\": [1]}, {\"name\": \"x\", \"datatype\": \"FP32\", \"shape\": [1], \"data\": [1]}]}|input 'x': given twice",
        "{\"inputs\": [{\"name\": \"x\", \"datatype\": \"FP32\", \"shape\": [1, 2]}]}|input 'x': neither data nor binary_data_size",
        "{\"inputs\": [{\"name\": \"x\", \"datatype\": \"FP32\", \"shape\": [1, 2], \"data\": [1, 2], \"parameters\": {\"binary_data_size\": 8}}]}|input 'x': both data and binary_data_size",
        "{\"inputs\": [{\"name\": \"x\", \"datatype\": \"FP32\", \"shape\": [1, 2], \"parameters\": {\"binary_data_size\": 8}}]}|input 'x': binary_data_size 8 without the header Inference-Header-Content-Length",
        "{\"parameters\": {\"signature_name\": \"none\"}, \"inputs\": []}|parameter signature_name: 'none' (expected: one of [",
        "{\"parameters\": {\"signature_name\": 3}, \"inputs\": []}|parameter signature_name: 3 (expected: a text)",
        "{\"inputs\": [{\"name\": \"x\", \"datatype\": \"FP32\", \"shape\": [1, 2], \"data\": [1, 2]}], \"outputs\": [{\"name\": \"w\"}]}|output 'w': unknown (expected: one of [y])",
        "{\"inputs\": [{\"name\": \"x\", \"datatype\": \"FP32\", \"shape\": [1, 2], \"data\": [1, 2]}], \"outputs\": [{\"name\": \"y\"}, {\"name\": \"y\"}]}|output 'y': requested twice",
        "{\"inputs\": [{\"name\": \"x\", \"datatype\": \"FP32\", \"shape\": [1, 2], \"data\": [1, 2]}], \"outputs\": [{\"name\": \"y\", \"parameters\": {\"classification\": 3}}]}|outputs[0].parameter classification: 3",
        "[]|Is not object",
        "{\"inputs\": 3}|inputs: 3 (expected: a list of objects)"
      })
  void invalid_inputs_are_rejected_by_name(String body, String text) throws IOException {
    String sent = body;
    if (body.startsWith("X ")) {
      String[] parts = body.split(" ", 3);
      int end = parts[2].indexOf(']') + 1;
      sent = infer(input(parts[1], parts[2].substring(0, end), parts[2].substring(end).strip()));
    }
    RawHttp.Reply reply = post(ECHO + "/infer", sent);
    assertThat(reply.status()).as(reply.text()).isEqualTo(400);
    assertThat(json(reply.text()).path("error").asText().replace('"', '\'')).contains(text);
  }

  @Test
  void binary_data_that_does_not_match_the_json_is_rejected() throws IOException {
    String json = infer(sized("x", "FP32", "[1, 2]", 8));
    assertThat(error(binary(json, floats(1), Map.of())))
        .contains("input \"x\": binary_data_size 8 (expected: at most 4");
    assertThat(error(binary(json, floats(1, 2, 3), Map.of())))
        .contains("4 bytes behind those of the inputs");
    assertThat(error(binary(infer(sized("x", "FP32", "[1, 2]", 4)), floats(1), Map.of())))
        .contains("input \"x\": 4 bytes (expected: 8, 2 elements of FP32)");
    for (String length : new String[] {"999", "-1", "x", "99999999999"}) {
      assertThat(
              error(
                  send(
                      "POST",
                      ECHO + "/infer",
                      Map.of(JSON_LENGTH, length),
                      json.getBytes(StandardCharsets.UTF_8))))
          .contains(JSON_LENGTH + ": " + length);
    }
  }

  private static String error(RawHttp.Reply reply) throws IOException {
    assertThat(reply.status()).as(reply.text()).isEqualTo(400);
    return json(reply.text()).path("error").asText();
  }

  @Test
  void unknown_models_and_paths_are_not_found() throws IOException {
    String body = infer(input("FP32", "[1, 2]", "[1, 2]"));
    for (String path :
        new String[] {"/v2/models/none/infer", ECHO + "/versions/7/infer", ECHO + "/stats"}) {
      RawHttp.Reply reply = post(path, body);
      assertThat(reply.status()).as(reply.text()).isEqualTo(404);
      assertThat(json(reply.text()).path("error").asText()).isNotEmpty();
    }
    RawHttp.Reply wrong = get(ECHO + "/infer");
    assertThat(wrong.status()).isEqualTo(405);
    assertThat(wrong.header("Allow")).isEqualTo("POST, OPTIONS");
  }

  @Test
  void the_repository_lists_and_loads_but_does_not_unload() throws IOException {
    JsonNode index = json(post("/v2/repository/index", ""));
    assertThat(index.findValuesAsText("name"))
        .contains("echo", "half_plus_two", "half_plus_three", "two_versions");
    assertThat(index.path(0))
        .isEqualTo(
            json(
                "{\"name\": \"counter\", \"version\": \"123\", \"state\": \"READY\", \"reason\": \"\"}"));
    assertThat(json(post("/v2/repository/index", "{\"ready\": true}"))).isEqualTo(index);

    assertThat(post("/v2/repository/models/echo/load", "{}").status()).isEqualTo(200);
    assertThat(
            error(
                post("/v2/repository/models/echo/load", "{\"parameters\": {\"config\": \"{}\"}}")))
        .contains("load of model \"echo\": parameters [config]");
    assertThat(error(post("/v2/repository/models/echo/unload", "{}")))
        .contains("unload of model \"echo\": not allowed");
    assertThat(post("/v2/repository/models/none/load", "").status()).isEqualTo(404);
    assertThat(get(ECHO + "/ready").status()).isEqualTo(200);
  }
}
