// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.Flags;
import com.linecorp.armeria.common.HttpResponse;
import io.grpc.health.v1.HealthCheckRequest;
import io.otd.serve.server.OtdServer;
import io.otd.serve.server.RestDoor;
import io.otd.serve.settings.TestSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.proto.TensorProto;

/** What clients see of a server that stops. */
class ServerShutdownTest {
  private static final Duration LONG = Duration.ofHours(1);
  private static final int GO_AWAY = 7;

  @TempDir Path scratch;

  /** Of slow requests: one more than there are threads. */
  private final CountDownLatch arrived =
      new CountDownLatch(2 * Runtime.getRuntime().availableProcessors() + 1);

  private final CountDownLatch answered = new CountDownLatch(1);
  private OtdServer server;
  private Thread closing;

  /** Answers no request before it is told to. */
  private final RestDoor slow =
      (to, inference, extension, requests) ->
          to.service(
              "/slow",
              (context, request) -> {
                CompletableFuture<HttpResponse> answer = new CompletableFuture<>();
                requests.execute(
                    () -> {
                      awaitAnswer();
                      answer.complete(HttpResponse.of("finished"));
                    });
                arrived.countDown();
                return HttpResponse.of(answer);
              });

  private void awaitAnswer() {
    try {
      answered.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void start(Duration delay) throws IOException {
    server =
        FuzzedServer.tiny(
            scratch,
            s ->
                s.with(
                    Map.of(
                        "shutdown.delay_seconds",
                        TestSettings.seconds(delay),
                        "shutdown.drain_seconds",
                        TestSettings.seconds(LONG))),
            slow);
  }

  /** Begins to stop the server. */
  private void close() {
    closing = new Thread(server::close);
    closing.start();
  }

  @AfterEach
  void stop() throws InterruptedException {
    answered.countDown();
    if (closing != null) {
      closing.interrupt();
      closing.join();
    } else if (server != null) {
      server.close();
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] get(String path) {
    return ascii("GET %s HTTP/1.1\r\nHost: x\r\n\r\n".formatted(path));
  }

  private static byte[] predict() {
    String body = "{\"instances\": [1.0]}";
    return ascii(
        "POST /v1/models/tiny:predict HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(body.length(), body));
  }

  /** Whether a port takes no connections. */
  @SuppressWarnings("try")
  private static boolean isClosed(int port) {
    try (Wire wire = new Wire(port)) {
      return false;
    } catch (ConnectException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void running_and_queued_requests_are_answered_when_the_ports_are_closed() throws Exception {
    start(Duration.ZERO);
    int port = server.restPort();
    int grpc = server.grpcPort();
    List<Wire> clients = new ArrayList<>();
    for (long i = arrived.getCount(); i > 0; i--) {
      clients.add(new Wire(port).send(get("/slow")));
    }
    arrived.await();
    close();
    Footprint.await(() -> isClosed(port) && isClosed(grpc));
    answered.countDown();
    for (Wire client : clients) {
      List<Wire.Reply> replies = client.replies();
      assertThat(replies).extracting(Wire.Reply::body).containsExactly("finished");
      assertThat(replies.get(0).headers()).containsIgnoringCase("connection: close");
      client.close();
    }
    closing.join();
  }

  @Test
  void a_call_whose_message_is_still_arriving_is_answered_and_the_connection_ends()
      throws Exception {
    start(Duration.ZERO);
    byte[] message =
        GrpcFuzz.framed(
            GrpcSeeds.predict(
                    "", "x", TensorProto.newBuilder().setDtypeValue(1).addFloatVal(3).build())
                .request()
                .toByteArray());
    String predict = "tensorflow.serving.PredictionService/Predict";
    int port = server.grpcPort();
    try (Wire wire = new Wire(port)) {
      ByteArrayOutputStream bytes = Http2Frames.begin();
      bytes.writeBytes(Http2Frames.open(1, predict));
      bytes.writeBytes(Http2Frames.data(1, false, Arrays.copyOf(message, 7)));
      wire.send(bytes.toByteArray());
      Footprint.await(() -> FuzzedServer.metric(server, "otd_pending_request_bytes ") > 0);
      close();
      Footprint.await(() -> isClosed(port));
      wire.send(Http2Frames.data(1, true, Arrays.copyOfRange(message, 7, message.length)));
      List<Http2Frames.Frame> frames = Http2Frames.read(wire.toTheEnd());
      assertThat(frames).extracting(Http2Frames.Frame::type).contains(Http2Frames.DATA, GO_AWAY);
    }
    closing.join();
  }

  @Test
  void requests_are_answered_during_the_delay_but_the_server_is_not_ready() throws Exception {
    start(LONG);
    int port = server.restPort();
    try (Wire open = new Wire(port)) {
      close();
      Footprint.await(() -> status(port, "/health/ready") == 503);
      assertThat(status(port, "/v2/health/ready")).isEqualTo(400);
      assertThat(status(port, "/health/live")).isEqualTo(200);
      List<Wire.Reply> replies = open.send(predict()).replies();
      assertThat(replies).extracting(Wire.Reply::status).containsExactly(200);
      assertThat(replies.get(0).headers()).containsIgnoringCase("connection: close");
      assertThat(isClosed(server.grpcPort())).isFalse();
    }
    closing.interrupt();
    closing.join();
    assertThat(isClosed(port)).isTrue();
  }

  private static int status(int port, String path) {
    try (Wire wire = new Wire(port)) {
      return wire.send(get(path)).finish().replies().get(0).status();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void an_idle_connection_is_closed_without_a_reset() throws Exception {
    start(Duration.ZERO);
    try (Socket fresh = new Socket(InetAddress.getLoopbackAddress(), server.restPort());
        Socket used = new Socket(InetAddress.getLoopbackAddress(), server.restPort())) {
      used.getOutputStream().write(get("/health/live"));
      assertThat(used.getInputStream().read()).isEqualTo('H');
      close();
      used.getInputStream().readAllBytes();
      assertThat(fresh.getInputStream().read()).isEqualTo(-1);
    }
    closing.join();
  }

  /** A client in a loop, which opens a connection when it has to. */
  @Test
  void a_client_that_sends_one_request_after_the_other_sees_no_broken_connection()
      throws Exception {
    start(Duration.ZERO);
    int port = server.restPort();
    CountDownLatch many = new CountDownLatch(50);
    CompletableFuture<List<Integer>> statuses =
        CompletableFuture.supplyAsync(() -> statusesUntilTheEnd(port, many));
    many.await();
    close();
    assertThat(statuses.get(60, TimeUnit.SECONDS)).containsOnly(200);
    closing.join();
  }

  /** The replies to requests on one connection, up to the one that says that it is the last. */
  private static List<Integer> statusesUntilTheEnd(int port, CountDownLatch each) {
    List<Integer> statuses = new ArrayList<>();
    try (Wire wire = new Wire(port)) {
      Wire.Reply reply;
      do {
        reply = wire.send(predict()).reply();
        statuses.add(reply.status());
        each.countDown();
      } while (!reply.headers().contains("connection: close"));
      return statuses;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_health_watch_ends_with_the_server() throws Exception {
    start(Duration.ZERO);
    byte[] question = GrpcFuzz.framed(HealthCheckRequest.getDefaultInstance().toByteArray());
    try (Wire wire = new Wire(server.grpcPort())) {
      wire.send(Http2Frames.call("grpc.health.v1.Health/Watch", question));
      wire.until(
          said ->
              Http2Frames.read(said).stream().anyMatch(frame -> frame.type() == Http2Frames.DATA));
      close();
      List<Http2Frames.Frame> frames = Http2Frames.read(wire.toTheEnd());
      assertThat(frames).extracting(Http2Frames.Frame::type).contains(GO_AWAY);
    }
    closing.join();
  }

  /** Otherwise the system of a client that still sends would drop the reply. */
  @Test
  void a_request_that_is_refused_early_is_read_on_so_that_its_client_gets_the_reply()
      throws Exception {
    start(Duration.ZERO);
    int length = 300 << 20;
    byte[] some = new byte[1 << 20];
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.restPort())) {
      client
          .getOutputStream()
          .write(
              ascii(
                  "POST /v1/models/tiny:predict HTTP/1.1\r\nContent-Length: %d\r\n\r\n"
                      .formatted(length)));
      for (int i = 0; i < 16; i++) {
        client.getOutputStream().write(some);
      }
      assertThat(Wire.replies(client.getInputStream().readAllBytes()))
          .extracting(Wire.Reply::status)
          .containsExactly(413);
    }
  }

  @Test
  void the_last_reply_of_a_connection_ends_it_at_once() {
    assertThat(Flags.defaultHttp1ConnectionCloseDelayMillis()).isZero();
  }
}
