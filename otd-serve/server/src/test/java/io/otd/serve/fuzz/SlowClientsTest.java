// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpRequestWriter;
import com.linecorp.armeria.common.HttpResponse;
import io.otd.serve.server.OtdServer;
import io.otd.serve.settings.ServeSettings;
import io.otd.serve.settings.TestSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.TensorProto;

/** Clients that stall or are slow, against a server with short timeouts. */
@Tag("long")
class SlowClientsTest {
  private static final Duration SHORT = Duration.ofMillis(500);
  private static final Duration LONG = Duration.ofHours(1);
  private static final int LARGE = 8 << 20;
  private static final String PREDICT = "POST /v1/models/tiny:predict HTTP/1.1\r\n";
  private static final String HEAD =
      PREDICT + "Content-Length: 700000\r\nConnection: close\r\n\r\n";

  @TempDir Path scratch;
  private OtdServer server;

  private void start(Duration transfer, Duration idle) throws IOException {
    start(s -> TestSettings.within(s, transfer, idle));
  }

  private void start(UnaryOperator<ServeSettings> change) throws IOException {
    server = FuzzedServer.tiny(scratch, change);
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static RestRequest right() {
    return RestRequest.post("/v1/models/tiny:predict", "{\"instances\": [1.0]}");
  }

  /** One byte at a time, until the server disconnects. */
  private static byte[] trickled(int port, byte[] head) throws Exception {
    try (Wire wire = new Wire(port)) {
      wire.send(head);
      while (!wire.isClosed()) {
        wire.send(ascii("a"));
        Thread.sleep(20);
      }
      return wire.toTheEnd();
    }
  }

  @Test
  void endless_request_headers_are_cut_off_on_both_ports() throws Exception {
    start(LONG, SHORT);
    trickled(server.restPort(), ascii("GET /v1/models HTTP/1.1\r\nX: "));
    trickled(server.grpcPort(), ascii("GET / HTTP/1.1\r\nX: "));
    trickled(server.grpcPort(), Http2Frames.begin().toByteArray());
  }

  @Test
  void an_idle_connection_is_closed() throws Exception {
    start(LONG, SHORT);
    for (int port : new int[] {server.restPort(), server.grpcPort()}) {
      try (Wire wire = new Wire(port)) {
        assertThat(wire.toTheEnd()).isEmpty();
      }
    }
    byte[] open = ascii("GET /v1/models/tiny HTTP/1.1\r\nHost: x\r\n\r\n");
    try (Wire wire = new Wire(server.restPort())) { // Also after a response.
      assertThat(wire.send(open).replies()).hasSize(1).allMatch(r -> r.status() == 200);
    }
  }

  @Test
  void a_stalled_body_returns_request_timeout() throws Exception {
    start(SHORT, LONG);
    try (Wire wire = new Wire(server.restPort())) {
      byte[] head = ascii("POST /v1/models/tiny:predict HTTP/1.1\r\nContent-Length: 10\r\n\r\n{");
      List<Wire.Reply> replies = wire.send(head).replies();
      assertThat(replies).hasSize(1);
      assertThat(replies.get(0).status()).isEqualTo(408);
      assertThat(replies.get(0).body()).contains("\"error\"", "did not come in time");
    }
    byte[] reply =
        trickled(
            server.restPort(),
            ascii("POST /v1/models/tiny:predict HTTP/1.1\r\nContent-Length: 100000\r\n\r\n{"));
    assertThat(new String(reply, StandardCharsets.ISO_8859_1)).contains(" 408 ");
  }

  @Test
  void a_call_with_a_stalled_message_exceeds_its_deadline() throws Exception {
    start(SHORT, LONG);
    HttpRequestWriter request =
        HttpRequest.streaming(GrpcFuzz.headers("tensorflow.serving.PredictionService/Predict"));
    try (ClientFactory clients = ClientFactory.builder().build()) {
      HttpResponse reply = grpc(clients).execute(request);
      request.write(HttpData.wrap(new byte[] {0, 0, 0, 1, 0, 1}));
      AggregatedHttpResponse whole = reply.aggregate().get(60, TimeUnit.SECONDS);
      assertThat(whole.headers().get("grpc-status"))
          .as("%s", whole)
          .isEqualTo("4"); // DEADLINE_EXCEEDED
    }
  }

  private WebClient grpc(ClientFactory clients) {
    return WebClient.builder("h2c://127.0.0.1:" + server.grpcPort())
        .factory(clients)
        .responseTimeoutMillis(60_000)
        .build();
  }

  /** One row of many numbers, whose response exceeds every buffer. */
  private static byte[] large() {
    return RestRequest.post(
            "/v1/models/tiny:predict", "{\"instances\": [[" + "1,".repeat(LARGE / 5) + "1]]}")
        .bytes();
  }

  @Test
  void a_client_that_does_not_read_its_reply_is_disconnected() throws Exception {
    start(SHORT, LONG);
    try (Wire wire = Wire.narrow(server.restPort())) {
      wire.send(large());
      awaitConnections(0);
      assertThat(wire.toTheEnd()).hasSizeLessThan(LARGE);
    }
    TensorProto much =
        GrpcSeeds.tensor(DataType.DT_FLOAT, 1, LARGE / 4).toBuilder().addFloatVal(1).build();
    byte[] message = GrpcFuzz.framed(GrpcSeeds.predict("", "x", much).request().toByteArray());
    try (Wire wire = new Wire(server.grpcPort())) { // Its HTTP/2 window stays closed.
      wire.send(Http2Frames.call("tensorflow.serving.PredictionService/Predict", message));
      assertThat(wire.toTheEnd()).isNotEmpty();
    }
  }

  /** Sends a request on another connection, so that at least one is open. */
  private void awaitConnections(int others) {
    Footprint.await(() -> connections() <= others + 1);
  }

  private int connections() {
    try (Wire wire = new Wire(server.restPort())) {
      String metrics = wire.send(RestRequest.get("/metrics").bytes()).replies().get(0).body();
      return metrics
          .lines()
          .filter(line -> line.startsWith("armeria_server_connections{"))
          .mapToInt(line -> (int) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
          .sum();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void a_client_that_keeps_sending_without_reading_replies_is_throttled() throws Exception {
    start(LONG, LONG);
    byte[] one = ascii("GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n");
    ByteArrayOutputStream many = new ByteArrayOutputStream();
    for (int i = 0; i < 1000; i++) {
      many.writeBytes(one);
    }
    try (Wire wire = new Wire(server.restPort())) {
      long sent = wire.sendWhileTaken(many.toByteArray(), 64 << 20);
      assertThat(sent).isLessThan(32 << 20);
    }
    try (Wire wire = new Wire(server.restPort())) {
      assertThat(wire.send(right().bytes()).replies().get(0).status()).isEqualTo(200);
    }
  }

  @Test
  void an_oversized_message_is_rejected_before_it_is_received() throws Exception {
    start(s -> TestSettings.requests(s, 1 << 20));
    try (ClientFactory clients = ClientFactory.builder().build()) {
      HttpRequestWriter request =
          HttpRequest.streaming(GrpcFuzz.headers("tensorflow.serving.PredictionService/Predict"));
      HttpResponse reply = grpc(clients).execute(request);
      request.write(HttpData.wrap(ByteBuffer.allocate(5).put((byte) 0).putInt(1 << 30).array()));
      for (int i = 0; i < 64; i++) {
        boolean unused = request.tryWrite(HttpData.wrap(new byte[1 << 16]));
      }
      AggregatedHttpResponse whole = reply.aggregate().get(60, TimeUnit.SECONDS);
      assertThat(whole.headers().get("grpc-status"))
          .as("%s", whole)
          .isEqualTo("8"); // RESOURCE_EXHAUSTED
    }
  }

  /** Received requests stay; the request over the limit is rejected, and later ones are not. */
  @Test
  void total_request_bytes_are_bounded_across_both_ports() throws Exception {
    start(s -> TestSettings.pending(TestSettings.within(s, LONG, LONG), 1 << 20));
    byte[] half = ascii(HEAD + " ".repeat(600_000));
    try (ClientFactory clients = ClientFactory.builder().build();
        Wire first = new Wire(server.restPort())) {
      first.send(half);
      Footprint.await(() -> pending() == 600_000);
      // When a client disconnects, its bytes are released.
      try (Wire gone = new Wire(server.restPort())) {
        gone.send(ascii(HEAD + " ".repeat(100_000)));
        Footprint.await(() -> pending() == 700_000);
      }
      Footprint.await(() -> pending() == 600_000);
      try (Wire second = new Wire(server.restPort())) {
        List<Wire.Reply> replies = second.send(half).replies();
        assertThat(replies).hasSize(1);
        assertThat(replies.get(0).status()).isEqualTo(503);
        assertThat(replies.get(0).headers()).containsIgnoringCase("Retry-After: 1");
        assertThat(replies.get(0).body()).contains("too many bytes of requests waiting");
      }
      Footprint.await(() -> pending() == 600_000);
      HttpRequestWriter request =
          HttpRequest.streaming(GrpcFuzz.headers("tensorflow.serving.PredictionService/Predict"));
      HttpResponse reply = grpc(clients).execute(request);
      request.write(HttpData.wrap(ByteBuffer.allocate(5).put((byte) 0).putInt(700_000).array()));
      boolean unused = request.tryWrite(HttpData.wrap(new byte[600_000]));
      AggregatedHttpResponse whole = reply.aggregate().get(60, TimeUnit.SECONDS);
      assertThat(whole.headers().get("grpc-status")).as("%s", whole).isEqualTo("14"); // UNAVAILABLE
      // The first request is unaffected.
      String row = "{\"instances\": [1.0]}";
      List<Wire.Reply> replies =
          first.send(ascii(" ".repeat(100_000 - row.length()) + row)).replies();
      assertThat(replies).extracting(Wire.Reply::status).containsExactly(200);
    }
    Footprint.await(() -> pending() == 0);
    try (Wire third = new Wire(server.restPort())) {
      List<Wire.Reply> replies =
          third.send(half).send(ascii(" ".repeat(99_980) + "{\"instances\": [1.0]}")).replies();
      assertThat(replies).extracting(Wire.Reply::status).containsExactly(200);
    }
  }

  /** A watch lives as long as its client wants, and needs no key: its size is tightly limited. */
  @Test
  void a_health_watch_holds_no_request_bytes() throws Exception {
    start(s -> TestSettings.within(s, LONG, LONG));
    try (ClientFactory clients = ClientFactory.builder().build()) {
      HttpRequestWriter request =
          HttpRequest.streaming(GrpcFuzz.headers("grpc.health.v1.Health/Watch"));
      HttpResponse reply = grpc(clients).execute(request);
      request.write(HttpData.wrap(ByteBuffer.allocate(5).put((byte) 0).putInt(100_000).array()));
      boolean unused = request.tryWrite(HttpData.wrap(new byte[100_000]));
      AggregatedHttpResponse whole = reply.aggregate().get(60, TimeUnit.SECONDS);
      assertThat(whole.headers().get("grpc-status"))
          .as("%s", whole)
          .isEqualTo("8"); // RESOURCE_EXHAUSTED
      assertThat(pending()).isZero();
    }
  }

  /** The bytes that the server reports as pending. */
  private long pending() {
    return FuzzedServer.metric(server, "otd_pending_request_bytes ");
  }

  @Test
  void excess_connections_are_closed_immediately() throws Exception {
    start(s -> TestSettings.within(s, LONG, LONG).with(Map.of("limits.max_connections", 2)));
    try (Wire first = new Wire(server.restPort());
        Wire second = new Wire(server.restPort());
        Wire third = new Wire(server.restPort())) {
      first.send(ascii("GET"));
      second.send(ascii("GET"));
      assertThat(third.toTheEnd()).isEmpty();
    }
    Footprint.await(
        () -> {
          try (Wire wire = new Wire(server.restPort())) {
            return wire.send(right().bytes()).replies().size() == 1;
          } catch (IOException e) {
            return false;
          }
        });
  }
}
