// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.serve.server.OtdServer;
import io.otd.serve.settings.ServeSettings;
import io.otd.serve.settings.TestSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests whose clients wait with the body until the server asks for it. */
class ExpectedBodiesTest {
  private static final int MOST = 1 << 20;
  private static final String BODY = "{\"instances\": [1.0]}";

  @TempDir Path scratch;

  private static String head(String path, String... headers) {
    return "POST %s HTTP/1.1\r\nHost: x\r\n%s\r\n\r\n"
        .formatted(path, String.join("\r\n", headers));
  }

  private static String expecting(long length) {
    return head("/v1/models/tiny:predict", "Content-Length: " + length, "Expect: 100-continue");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private OtdServer start(UnaryOperator<ServeSettings> change) throws IOException {
    return FuzzedServer.tiny(scratch, s -> change.apply(TestSettings.pending(s, MOST)));
  }

  private static List<Integer> statuses(OtdServer server, String text) throws IOException {
    try (Wire wire = new Wire(server.restPort())) {
      return statuses(wire.send(ascii(text)).repliesToTheLast());
    }
  }

  private static List<Integer> statuses(List<Wire.Reply> replies) {
    return replies.stream().map(Wire.Reply::status).toList();
  }

  @Test
  void a_body_that_is_read_is_asked_for_on_a_connection_that_stays_open() throws Exception {
    try (OtdServer server = start(s -> s);
        Wire wire = new Wire(server.restPort())) {
      for (int i = 0; i < 3; i++) {
        wire.send(ascii(expecting(BODY.length())));
        assertThat(wire.next()).startsWith("HTTP/1.1 100");
        assertThat(wire.send(ascii(BODY)).reply().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void a_body_of_chunks_is_asked_for() throws Exception {
    try (OtdServer server = start(s -> s);
        Wire wire = new Wire(server.restPort())) {
      wire.send(
          ascii(
              head(
                  "/v1/models/tiny:predict",
                  "Transfer-Encoding: chunked",
                  "Expect: 100-continue")));
      assertThat(wire.next()).startsWith("HTTP/1.1 100");
      wire.send(ascii("14\r\n%s\r\n0\r\n\r\n".formatted(BODY)));
      assertThat(wire.reply().status()).isEqualTo(200);
    }
  }

  @Test
  void a_body_that_does_not_wait_is_read() throws Exception {
    try (OtdServer server = start(s -> s)) {
      String closing =
          head(
              "/v1/models/tiny:predict",
              "Content-Length: " + BODY.length(),
              "Expect: 100-continue",
              "Connection: close");
      assertThat(statuses(server, closing + BODY)).containsExactly(100, 200);
      String first = expecting(BODY.length()) + BODY;
      assertThat(statuses(server, first + closing + BODY)).endsWith(200).contains(100);
    }
  }

  @Test
  void a_body_above_the_limit_is_refused_before_it_is_sent() throws Exception {
    try (OtdServer server = start(s -> s)) {
      assertThat(statuses(server, expecting(MOST + 1L))).containsExactly(413);
    }
  }

  @Test
  void a_body_that_does_not_fit_beside_others_is_refused_before_it_is_sent() throws Exception {
    try (OtdServer server = start(s -> s);
        Wire other = new Wire(server.restPort())) {
      int half = MOST / 2 + 1;
      other.send(ascii(head("/v1/models/tiny:predict", "Content-Length: " + MOST)));
      other.send(new byte[half]);
      Footprint.await(() -> FuzzedServer.metric(server, "otd_pending_request_bytes ") == half);
      assertThat(statuses(server, expecting(half))).containsExactly(503);
    }
  }

  @Test
  void a_body_without_the_key_is_refused_before_it_is_sent() throws Exception {
    Path keys = Files.writeString(scratch.resolve("keys"), "0123456789abcdef\n");
    Map<String, Object> guarded = Map.of("security.api_keys_file", Optional.of(keys));
    try (OtdServer server = start(s -> s.with(guarded))) {
      assertThat(statuses(server, expecting(BODY.length()))).containsExactly(401);
    }
  }

  @Test
  void a_body_for_a_path_that_reads_none_is_refused_before_it_is_sent() throws Exception {
    try (OtdServer server = start(s -> s)) {
      String elsewhere =
          head("/health/live", "Content-Length: " + BODY.length(), "Expect: 100-continue");
      assertThat(statuses(server, elsewhere)).containsExactly(405);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/models/tiny:explain, 400",
    "/v1/elsewhere, 400",
    "/v1/models/tiny, 400",
    "/v1/models/tiny:schema, 405",
    "/v1/models/tiny/versions/18446744073709551615:predict, 400",
    "/v2/elsewhere, 404",
    "/v2/models/tiny, 405",
    "/elsewhere, 404",
    "/metrics, 405"
  })
  void a_body_for_a_target_that_is_refused_is_not_asked_for(String path, int status)
      throws Exception {
    try (OtdServer server = start(s -> s)) {
      assertThat(
              statuses(
                  server, head(path, "Content-Length: " + BODY.length(), "Expect: 100-continue")))
          .containsExactly(status);
      assertThat(statuses(server, head(path, "Transfer-Encoding: chunked", "Expect: 100-continue")))
          .containsExactly(status);
    }
  }
}
