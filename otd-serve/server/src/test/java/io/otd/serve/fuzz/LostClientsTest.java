// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.serve.server.OtdServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the metrics say of clients that leave. */
class LostClientsTest {
  private static final String PREDICT = "tensorflow.serving.PredictionService/Predict";

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

  /** The counts of requests, with their labels. */
  private List<String> counts() {
    try (Wire wire = new Wire(server.restPort())) {
      return wire.send(
              "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII))
          .reply()
          .body()
          .lines()
          .filter(line -> line.startsWith("otd_request_duration_seconds_count"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for the count of a method, which is the only one with its name. */
  private void assertCounted(String method, String... labels) {
    awaitCount(method);
    assertThat(counts())
        .filteredOn(line -> line.contains(method))
        .singleElement()
        .satisfies(line -> assertThat(line).contains(labels));
  }

  private void awaitCount(String method) {
    Footprint.await(() -> counts().stream().anyMatch(line -> line.contains(method)));
  }

  private void leave(int port, byte[] bytes) throws IOException {
    try (Wire wire = new Wire(port)) {
      wire.send(bytes);
      Footprint.await(() -> pending() > 0);
    }
  }

  private long pending() {
    return FuzzedServer.metric(server, "otd_pending_request_bytes ");
  }

  @Test
  void a_connection_lost_within_a_message_is_a_cancelled_call() throws IOException {
    ByteArrayOutputStream bytes = Http2Frames.begin();
    bytes.writeBytes(Http2Frames.open(1, PREDICT));
    bytes.writeBytes(
        Http2Frames.data(1, false, ByteBuffer.allocate(8).put((byte) 0).putInt(32).array()));
    leave(server.grpcPort(), bytes.toByteArray());
    assertCounted("Predict", "protocol=\"grpc\"", "status=\"CANCELLED\"");
  }

  @Test
  void a_call_that_its_client_resets_is_cancelled() throws IOException {
    ByteArrayOutputStream bytes = Http2Frames.begin();
    bytes.writeBytes(Http2Frames.open(1, PREDICT));
    bytes.writeBytes(Http2Frames.frame(3, 0, 1, new byte[] {0, 0, 0, 8})); // RST_STREAM, CANCEL
    try (Wire wire = new Wire(server.grpcPort())) {
      wire.send(bytes.toByteArray());
      assertCounted("Predict", "protocol=\"grpc\"", "status=\"CANCELLED\"");
    }
  }

  @Test
  void a_connection_lost_within_a_body_counts_as_closed_by_the_client() throws IOException {
    leave(
        server.restPort(),
        "POST /v1/models/tiny:predict HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"
            .getBytes(StandardCharsets.US_ASCII));
    assertCounted("predict", "protocol=\"rest\"", "status=\"499\"");
  }

  @Test
  void questions_for_health_are_counted_apart() throws IOException {
    try (Wire wire = new Wire(server.restPort())) {
      wire.send("GET /health/ready HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII))
          .reply();
    }
    awaitCount("method=\"health\"");
  }
}
