// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** One case of the conformance pack: the request and the expected reply. */
final class RestCase {
  private static final double TOLERANCE = 1e-6;
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  private final JsonNode node;
  private final Path pack;

  RestCase(JsonNode node, Path pack) {
    this.node = node;
    this.pack = pack;
  }

  String name() {
    return node.get("name").asText();
  }

  boolean isMust() {
    return node.get("level").asText().equals("must");
  }

  RawHttp.Reply send(int port) throws IOException {
    Map<String, String> headers = new LinkedHashMap<>();
    if (node.has("headers")) {
      node.get("headers").properties().forEach(h -> headers.put(h.getKey(), h.getValue().asText()));
    }
    if (!headers.containsKey("Content-Type") && !node.path("no_content_type").asBoolean()) {
      headers.put("Content-Type", "application/json");
    }
    return RawHttp.send(
        port, node.get("method").asText(), node.get("path").asText(), headers, body());
  }

  private byte[] body() {
    if (node.has("body_b64")) {
      return Base64.getDecoder().decode(node.get("body_b64").asText());
    }
    if (node.has("body_repeat")) {
      return repeated(node.get("body_repeat")).getBytes(StandardCharsets.UTF_8);
    }
    return node.path("body").asText().getBytes(StandardCharsets.UTF_8);
  }

  private static String repeated(JsonNode form) {
    String unit = form.get("unit").asText() + form.get("separator").asText();
    String units = unit.repeat(form.get("count").asInt());
    units = units.substring(0, units.length() - form.get("separator").asText().length());
    JsonNode then = form.get("then");
    String more = then.isNull() ? "" : then.get("unit").asText().repeat(then.get("count").asInt());
    return form.get("prefix").asText()
        + units
        + form.get("suffix").asText()
        + more
        + form.get("end").asText();
  }

  void check(RawHttp.Reply reply) throws IOException {
    int status = node.get("status").asInt();
    if (reply.status() != status && accepts(reply.status())) {
      return;
    }
    assertThat(reply.status()).as(shortened(reply)).isEqualTo(status);
    for (JsonNode text : node.path("raw_contains")) {
      assertThat(reply.text()).contains(text.asText());
    }
    for (Map.Entry<String, JsonNode> header : node.path("expect_headers").properties()) {
      assertThat(reply.header(header.getKey())).contains(header.getValue().asText());
    }
    if (node.has("json")) {
      same(node.get("json"), JSON.readTree(reply.body()), "$");
    }
    if (node.has("json_file")) {
      JsonNode file = JSON.readTree(pack.resolve(node.get("json_file").asText()).toFile());
      same(file, JSON.readTree(reply.body()), "$");
    }
    for (Map.Entry<String, JsonNode> part : node.path("json_subset").properties()) {
      same(part.getValue(), JSON.readTree(reply.body()).path(part.getKey()), part.getKey());
    }
    checkRepeat(reply);
    checkError(reply);
    checkTokens(reply);
  }

  private boolean accepts(int status) {
    for (JsonNode other : node.path("accept_status")) {
      if (other.asInt() == status) {
        return true;
      }
    }
    return false;
  }

  private static String shortened(RawHttp.Reply reply) {
    return reply.text().substring(0, Math.min(500, reply.text().length()));
  }

  private void checkRepeat(RawHttp.Reply reply) throws IOException {
    JsonNode repeat = node.path("expect_repeat");
    if (repeat.isMissingNode()) {
      return;
    }
    JsonNode all = JSON.readTree(reply.body()).path(repeat.get("key").asText());
    assertThat(all).hasSize(repeat.get("count").asInt());
    for (JsonNode one : all) {
      same(repeat.get("value"), one, repeat.get("key").asText());
    }
  }

  private void checkError(RawHttp.Reply reply) throws IOException {
    if (!node.has("error_contains")) {
      return;
    }
    JsonNode error = JSON.readTree(reply.body());
    assertThat(error.properties()).as(shortened(reply)).hasSize(1);
    for (JsonNode text : node.get("error_contains")) {
      assertThat(error.path("error").asText()).contains(text.asText());
    }
  }

  private void checkTokens(RawHttp.Reply reply) throws IOException {
    int maxDigits = node.path("max_digits").asInt(Integer.MAX_VALUE);
    boolean floats = node.path("float_tokens").asBoolean();
    boolean integers = node.path("int_tokens").asBoolean();
    if (!floats && !integers && maxDigits == Integer.MAX_VALUE) {
      return;
    }
    try (JsonParser parser = JSON.createParser(reply.body())) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token.isNumeric()) {
          assertThat(token == JsonToken.VALUE_NUMBER_FLOAT || !floats).isTrue();
          assertThat(token == JsonToken.VALUE_NUMBER_INT || !integers).isTrue();
          assertThat(digits(parser.getText())).isLessThanOrEqualTo(maxDigits);
        }
      }
    }
  }

  private static int digits(String number) {
    return number
        .replaceFirst("[eE].*", "")
        .replaceAll("[-.]", "")
        .replaceFirst("^0+", "")
        .replaceFirst("0+$", "")
        .length();
  }

  private void same(JsonNode want, JsonNode got, String at) {
    if (want.has("$number")) {
      assertThat(got.doubleValue()).as(at).isEqualTo(Double.valueOf(want.get("$number").asText()));
    } else if (want.isObject()) {
      assertThat(got.isObject()).as(at).isTrue();
      assertThat(got.fieldNames()).as(at).toIterable().hasSize(want.size());
      want.properties()
          .forEach(e -> same(e.getValue(), got.path(e.getKey()), at + "." + e.getKey()));
    } else if (want.isArray()) {
      assertThat(got.isArray()).as(at).isTrue();
      assertThat(got).as(at).hasSize(want.size());
      for (int i = 0; i < want.size(); i++) {
        same(want.get(i), got.get(i), at + "[" + i + "]");
      }
    } else if (want.isFloatingPointNumber()) {
      double size = Math.max(1, Math.abs(want.doubleValue()));
      assertThat(got.isNumber()).as(at).isTrue();
      assertThat(Math.abs(got.doubleValue() - want.doubleValue()))
          .as(at)
          .isLessThanOrEqualTo(node.path("tolerance").asDouble(TOLERANCE) * size);
    } else {
      assertThat(got).as(at).isEqualTo(want);
    }
  }
}
