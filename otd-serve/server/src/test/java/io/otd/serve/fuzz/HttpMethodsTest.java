// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.serve.server.OtdServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What HTTP promises of each path, and of what a connection may carry. */
class HttpMethodsTest {
  private static final List<String> READ =
      List.of(
          "/health/live",
          "/health/ready",
          "/v2/health/live",
          "/v2/health/ready",
          "/openapi.json",
          "/metrics",
          "/monitoring/prometheus/metrics",
          "/",
          "/page/page.js",
          "/v1/models",
          "/v1/models/tiny",
          "/v1/models/tiny/metadata",
          "/v2",
          "/v2/models",
          "/v2/models/tiny",
          "/v2/models/tiny/ready");

  private static final List<String> WRITTEN =
      List.of("/v1/models/tiny:predict", "/v1/models/tiny:distribution", "/v2/models/tiny/infer");

  @TempDir Path scratch;
  private OtdServer server;

  @BeforeEach
  void start() throws IOException {
    server = FuzzedServer.tiny(scratch, s -> s);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private Wire.Reply reply(String method, String path) throws IOException {
    String length = method.startsWith("P") ? "Content-Length: 0\r\n" : "";
    try (Wire wire = new Wire(server.restPort())) {
      List<Wire.Reply> replies =
          wire.send(
                  ascii(
                      "%s %s HTTP/1.1\r\nHost: x\r\n%sConnection: close\r\n\r\n"
                          .formatted(method, path, length)))
              .replies();
      assertThat(replies).as("%s %s", method, path).hasSize(1);
      return replies.get(0);
    }
  }

  private static String header(Wire.Reply reply, String name) {
    return reply
        .headers()
        .lines()
        .filter(line -> line.toLowerCase(java.util.Locale.ROOT).startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElse("");
  }

  @Test
  void head_is_get_without_a_body() throws IOException {
    for (String path : READ) {
      Wire.Reply get = reply("GET", path);
      Wire.Reply head = reply("HEAD", path);
      assertThat(get.status()).as(path).isEqualTo(200);
      assertThat(head.status()).as(path).isEqualTo(200);
      assertThat(head.body()).as(path).isEmpty();
      assertThat(header(head, "content-type")).as(path).isEqualTo(header(get, "content-type"));
      if (!path.contains("metrics")) { // They change.
        assertThat(header(head, "content-length"))
            .as(path)
            .isEqualTo(header(get, "content-length"));
      }
    }
  }

  @Test
  void a_body_that_a_path_does_not_read_does_not_change_its_answer() throws IOException {
    String chunks = "2000\r\n" + "x".repeat(0x2000) + "\r\n0\r\n\r\n";
    for (var each :
        Map.of("POST /elsewhere", 404, "POST /metrics", 405, "GET /health/live", 200).entrySet()) {
      try (Wire wire = new Wire(server.restPort())) {
        String head =
            "%s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
                .formatted(each.getKey());
        assertThat(wire.send(ascii(head + chunks)).replies())
            .as(each.getKey())
            .extracting(Wire.Reply::status)
            .containsExactly(each.getValue());
      }
    }
  }

  @Test
  void a_version_that_is_no_number_does_not_change_the_methods_of_its_path() throws IOException {
    String huge = "/versions/18446744073709551615";
    for (String path :
        List.of("/v1/models/tiny" + huge + ":predict", "/v2/models/tiny" + huge + "/infer")) {
      assertThat(reply("OPTIONS", path).status()).as(path).isEqualTo(204);
      assertThat(reply("GET", path).status()).as(path).isIn(400, 405);
      assertThat(header(reply("GET", path), "allow")).as(path).contains("POST");
      assertThat(reply("POST", path).status()).as(path).isEqualTo(400);
    }
  }

  @Test
  void options_lists_the_methods() throws IOException {
    for (String path : READ) {
      Wire.Reply reply = reply("OPTIONS", path);
      assertThat(reply.status()).as(path).isEqualTo(204);
      assertThat(header(reply, "allow")).as(path).isEqualTo("GET, HEAD, OPTIONS");
    }
    for (String path : WRITTEN) {
      Wire.Reply reply = reply("OPTIONS", path);
      assertThat(reply.status()).as(path).isEqualTo(204);
      assertThat(header(reply, "allow")).as(path).isEqualTo("POST, OPTIONS");
    }
    assertThat(reply("OPTIONS", "/elsewhere").status()).isEqualTo(404);
    assertThat(reply("OPTIONS", "/v2/elsewhere").status()).isEqualTo(404);
  }

  /** TensorFlow Serving calls it a malformed request. */
  @Test
  void a_wrong_method_is_refused_with_those_that_are_allowed() throws IOException {
    for (String path : READ) {
      Wire.Reply reply = reply("PUT", path);
      assertThat(reply.status()).as(path).isEqualTo(path.startsWith("/v1") ? 400 : 405);
      assertThat(header(reply, "allow")).as(path).isEqualTo("GET, HEAD, OPTIONS");
      assertThat(reply.body()).as(path).contains("\"error\"");
    }
    for (String path : WRITTEN) {
      Wire.Reply reply = reply("GET", path);
      assertThat(reply.status()).as(path).isEqualTo(path.endsWith("predict") ? 400 : 405);
      assertThat(header(reply, "allow")).as(path).isEqualTo("POST, OPTIONS");
      assertThat(reply.body()).as(path).contains("\"error\"");
    }
  }

  private static String chunked(String more) {
    return """
        POST /v1/models/tiny:predict HTTP/1.1\r
        Host: x\r
        Transfer-Encoding: chunked\r
        %s\r
        14\r
        {"instances": [1.0]}\r
        0\r
        \r
        """
        .formatted(more);
  }

  @Test
  void a_request_with_two_lengths_is_refused_and_ends_the_connection() throws IOException {
    String live = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n";
    String twice = chunked("Content-Length: 5\r\n");
    for (String sent : List.of(twice + live, live + twice + live)) {
      try (Wire wire = new Wire(server.restPort())) {
        List<Wire.Reply> replies = wire.send(ascii(sent)).replies();
        Wire.Reply last = replies.get(replies.size() - 1);
        assertThat(replies).hasSize(sent.startsWith("G") ? 2 : 1);
        assertThat(last.headers()).containsIgnoringCase("connection: close");
        assertThat(last.status()).isEqualTo(400);
      }
    }
    try (Wire wire = new Wire(server.restPort())) { // after a reply
      assertThat(wire.send(ascii(live)).reply().status()).isEqualTo(200);
      assertThat(wire.send(ascii(twice + live)).replies()).hasSize(1);
    }
  }

  @Test
  void requests_of_chunks_keep_their_connection() throws IOException {
    try (Wire wire = new Wire(server.restPort())) {
      for (int i = 0; i < 3; i++) {
        Wire.Reply reply = wire.send(ascii(chunked(""))).reply();
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.headers()).doesNotContainIgnoringCase("connection: close");
      }
    }
  }

  /** Without chunks at the end, the length of the body is not known: that is 400, not 501. */
  @Test
  void a_transfer_coding_other_than_chunks_is_refused_and_ends_the_connection() throws IOException {
    String body = "14\r\n{\"instances\": [1.0]}\r\n0\r\n\r\n";
    for (String coding :
        List.of("gzip", "identity", "gzip, chunked", "chunked, chunked", "chunked, gzip", "x")) {
      for (String length : List.of("", "Content-Length: 20\r\n")) {
        int status = coding.equals("gzip, chunked") && length.isEmpty() ? 501 : 400;
        String head = "Transfer-Encoding: %s\r\n%s".formatted(coding, length);
        for (String request :
            List.of(
                "POST /v1/models/tiny:predict HTTP/1.1\r\n%s\r\n%s".formatted(head, body),
                "GET /health/live HTTP/1.1\r\n%s\r\n".formatted(head))) {
          try (Wire wire = new Wire(server.restPort())) {
            List<Wire.Reply> replies = wire.send(ascii(request)).replies();
            assertThat(replies).as(request).extracting(Wire.Reply::status).containsExactly(status);
            assertThat(replies.get(0).headers()).containsIgnoringCase("connection: close");
            assertThat(replies.get(0).body()).contains("\"error\"");
          }
        }
      }
    }
    for (String coding : List.of("Chunked", "  chunked  ")) {
      try (Wire wire = new Wire(server.restPort())) {
        String head = "Transfer-Encoding:%s\r\n\r\n".formatted(coding);
        String request = "POST /v1/models/tiny:predict HTTP/1.1\r\n" + head + body;
        assertThat(wire.send(ascii(request)).reply().status()).as(request).isEqualTo(200);
      }
    }
  }

  /** Those clients expect a header otherwise, or wait for the end. */
  @Test
  void a_reply_in_http_1_0_ends_the_connection_even_if_it_may_stay() throws IOException {
    for (String keep : List.of("", "Connection: keep-alive\r\n", "Connection: Keep-Alive\r\n")) {
      try (Wire wire = new Wire(server.restPort())) {
        List<Wire.Reply> replies =
            wire.send(ascii("GET /health/live HTTP/1.0\r\n%s\r\n".formatted(keep))).replies();
        assertThat(replies).extracting(Wire.Reply::status).containsExactly(200);
        assertThat(replies.get(0).headers()).containsIgnoringCase("connection: close");
      }
    }
  }

  /** The reply would otherwise be cut off by that to the chunk. */
  @Test
  void a_refusal_of_a_body_with_a_broken_chunk_is_whole() throws IOException {
    for (String path : List.of("/health/live", "/openapi.json", "/metrics", "/", "/elsewhere")) {
      for (int i = 0; i < 20; i++) {
        try (Wire wire = new Wire(server.restPort())) {
          Wire.Reply reply =
              wire.send(
                      ascii(
                          "POST %s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nxyz\r\n"
                              .formatted(path)))
                  .reply();
          assertThat(reply.status()).as(path).isIn(400, 404, 405);
        }
      }
    }
  }

  @Test
  void a_refusal_follows_the_chunks_of_the_body() throws IOException {
    try (Wire wire = new Wire(server.restPort())) {
      String head = "POST /health/live HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
      Wire.Reply reply = wire.send(ascii(head)).send(ascii("3\r\nabc\r\n0\r\n\r\n")).reply();
      assertThat(reply.status()).isEqualTo(405);
    }
  }
}
