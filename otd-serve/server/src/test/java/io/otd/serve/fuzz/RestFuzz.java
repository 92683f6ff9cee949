// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import static io.otd.serve.fuzz.JsonMutations.pick;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Requests to the REST port with one or more faults. */
final class RestFuzz {
  private static final JsonMapper JSON = new JsonMapper();

  /** Beginnings of connections that are not HTTP/1.1 requests. */
  private static final List<byte[]> OTHER =
      List.of(
          "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
          new byte[] {
            22, 3, 1, 0, 49, 1, 0, 0, 45, 3, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
            16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 0, 0, 4, 19, 1, 19,
            2, 1, 0
          },
          "\r\n\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
          "GET /v1/models\r\n".getBytes(StandardCharsets.US_ASCII),
          "SSH-2.0-OpenSSH\r\n".getBytes(StandardCharsets.US_ASCII));

  private static final List<String> VERSIONS = List.of("HTTP/1.0", "HTTP/0.9", "HTTP/9.9", "");

  private final int port;
  private final List<RestRequest> seeds;
  private final HttpMutations http;

  RestFuzz(int port, List<RestRequest> seeds, int largeBody) {
    this.port = port;
    this.seeds = seeds;
    http = new HttpMutations(largeBody);
  }

  void run(SplittableRandom random) throws IOException {
    RestRequest request = pick(seeds, random);
    int kind = random.nextInt(20);
    if (kind < 6) {
      ask(request.carrying(JsonMutations.mutated(request.body(), random)));
    } else if (kind < 8) {
      ask(request.carrying(Bytes.mutated(request.body(), random)));
    } else if (kind < 14) {
      ask(http.mutated(request, random));
    } else if (kind < 16) {
      ask(http.mutated(request.carrying(JsonMutations.mutated(request.body(), random)), random));
    } else {
      disturb(request, kind, random);
    }
  }

  private void ask(RestRequest request) throws IOException {
    try (Wire wire = new Wire(port)) {
      check(wire.send(request.bytes()).repliesOrNone(), request.isOfApi(), request.method());
    }
  }

  private void disturb(RestRequest request, int kind, SplittableRandom random) throws IOException {
    byte[] whole = request.bytes();
    try (Wire wire = new Wire(port)) {
      switch (kind) {
        case 16 -> wire.send(Arrays.copyOf(whole, random.nextInt(whole.length))); // and leaves
        case 17 -> wire.send(whole); // and disconnects without reading the response
        case 18 -> several(wire, request, random);
        default -> check(wire.send(strange(whole, random)).repliesOrNone(), false, "");
      }
    }
  }

  /** Several requests, without waiting for a response. */
  private void several(Wire wire, RestRequest request, SplittableRandom random) throws IOException {
    RestRequest last = pick(seeds, random);
    byte[] first = latin(text(request.bytes()).replace("Connection: close\r\n", ""));
    check(
        wire.send(first).send(first).send(last.bytes()).repliesOrNone(),
        request.isOfApi() && last.isOfApi(),
        request.method());
  }

  private static byte[] strange(byte[] whole, SplittableRandom random) {
    return switch (random.nextInt(3)) {
      case 0 -> Bytes.mutated(pick(OTHER, random), random);
      case 1 -> Bytes.mutated(whole, random);
      default -> latin(text(whole).replace("HTTP/1.1", pick(VERSIONS, random)));
    };
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Nothing is reported as a server error, and the API describes errors in JSON. */
  private static void check(List<Wire.Reply> replies, boolean api, String method)
      throws IOException {
    List<Wire.Reply> last = new ArrayList<>(replies);
    last.removeIf(reply -> reply.status() < 200);
    for (Wire.Reply reply : last) {
      // 501: a type that JSON cannot represent, as in TensorFlow Serving.
      assertThat(reply.status()).as(reply.toString()).matches(s -> s < 500 || s == 501);
      boolean json = reply.headers().toLowerCase(Locale.ROOT).contains("application/json");
      if (reply.status() >= 400 && api && !method.equals("HEAD")) {
        assertThat(json).as(reply.toString()).isTrue();
      }
      if (reply.status() >= 400 && json && !method.equals("HEAD")) {
        JsonNode body = JSON.readTree(reply.body().getBytes(StandardCharsets.ISO_8859_1));
        assertThat(body.path("error").asText()).as(reply.toString()).isNotEmpty();
      }
    }
  }
}
