// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.serve.internal.settings.BatchingSettings;
import io.otd.serve.server.OtdServer;
import io.otd.serve.settings.NonFinite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batched requests, from socket to socket. */
class BatchedServerTest {
  private static final Duration FOR_EVER = Duration.ofMinutes(30);
  private static final int TRIALS = 600;
  private static final long PAUSE_NANOS = 50_000_000;

  @TempDir Path scratch;

  private final ExecutorService clients = Executors.newCachedThreadPool();
  private OtdServer server;

  private void start(int most, Duration batchTimeout, int queue, Duration timeout)
      throws IOException {
    server =
        ServedPack.start(
            scratch,
            NonFinite.BARE,
            timeout,
            settings ->
                settings.joining(
                    new BatchingSettings(
                        most,
                        (int) (batchTimeout.toNanos() / 1000),
                        queue,
                        Optional.of(1),
                        List.of())));
  }

  @AfterEach
  void stop() {
    clients.shutdownNow();
    if (server != null) {
      server.close();
    }
  }

  private RawHttp.Reply predict(String signature, String rows) throws IOException {
    String body = "{\"signature_name\": \"%s\", \"instances\": %s}".formatted(signature, rows);
    return RawHttp.send(
        server.restPort(),
        "POST",
        "/v1/models/echo:predict",
        Map.of(),
        body.getBytes(StandardCharsets.UTF_8));
  }

  /** Retries when rejected, because a probe may be in the queue at that moment. */
  private RawHttp.Reply untilTaken(String signature, String rows) throws IOException {
    RawHttp.Reply reply = predict(signature, rows);
    for (int i = 0; i < TRIALS && reply.status() == 503; i++) {
      LockSupport.parkNanos(PAUSE_NANOS);
      reply = predict(signature, rows);
    }
    return reply;
  }

  private String metrics() throws IOException {
    return RawHttp.send(server.restPort(), "GET", "/metrics", Map.of(), new byte[0]).text();
  }

  private static RawHttp.Reply get(Future<RawHttp.Reply> reply) throws Exception {
    return reply.get(60, TimeUnit.SECONDS);
  }

  /**
   * The response to a request of another shape, which would need a second batch where only one may
   * wait.
   */
  private RawHttp.Reply refusedOnceOneWaits() throws IOException {
    byte[] scalar =
        "{\"signature_name\": \"echo_int32\", \"inputs\": 7}".getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < TRIALS; i++) {
      RawHttp.Reply reply =
          RawHttp.send(server.restPort(), "POST", "/v1/models/echo:predict", Map.of(), scalar);
      if (reply.status() != 200) {
        return reply;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw new IllegalStateException("no batch waits");
  }

  @Test
  void a_full_queue_is_reported_with_retry_after() throws Exception {
    start(2, FOR_EVER, 1, Duration.ofMinutes(1));
    List<Future<RawHttp.Reply>> both = new ArrayList<>();
    both.add(clients.submit(() -> untilTaken("echo_float", "[1.0]")));
    RawHttp.Reply refused = refusedOnceOneWaits();
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.header("Retry-After")).isEqualTo("1");
    assertThat(refused.text()).contains("full");
    both.add(clients.submit(() -> untilTaken("echo_float", "[2.0]")));
    assertThat(get(both.get(0)).text()).contains("1.0");
    assertThat(get(both.get(1)).text()).contains("2.0");
  }

  @Test
  @Tag("long")
  void an_expired_request_times_out_and_is_not_run() throws Exception {
    start(2, FOR_EVER, 4, Duration.ofMillis(500));
    assertThat(predict("echo_float", "[1.0]").status()).isEqualTo(504);
    assertThat(predict("echo_float", "[2.0]").text()).contains("2.0");
    assertThat(metrics())
        .contains(
            "otd_batch_requests_count{model=\"echo\",signature=\"echo_float\",version=\"2\"} 1")
        .contains("otd_batch_rows_sum{model=\"echo\",signature=\"echo_float\",version=\"2\"} 1");
  }

  @Test
  @Tag("long")
  void a_stopping_server_answers_waiting_requests() throws Exception {
    start(2, FOR_EVER, 1, Duration.ofMinutes(1));
    Future<RawHttp.Reply> waiting = clients.submit(() -> untilTaken("echo_float", "[1.0]"));
    refusedOnceOneWaits();
    server.close();
    assertThat(get(waiting).text()).contains("1.0");
  }

  @Test
  void overload_rejects_some_requests_and_corrupts_none() throws Exception {
    start(4, Duration.ZERO, 1, Duration.ofMinutes(1));
    List<Callable<List<RawHttp.Reply>>> tasks = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      String value = i + ".0";
      tasks.add(
          () -> {
            List<RawHttp.Reply> replies = new ArrayList<>();
            for (int k = 0; k < 20; k++) {
              RawHttp.Reply reply = predict("echo_float", "[" + value + "]");
              assertThat(reply.status()).as(reply.text()).isIn(200, 503);
              if (reply.status() == 200) {
                assertThat(reply.text()).contains("[" + value);
              } else {
                assertThat(reply.header("Retry-After")).isNotEmpty();
              }
              replies.add(reply);
            }
            return replies;
          });
    }
    int served = 0;
    for (Future<List<RawHttp.Reply>> replies : clients.invokeAll(tasks)) {
      served +=
          (int) replies.get(60, TimeUnit.SECONDS).stream().filter(r -> r.status() == 200).count();
    }
    assertThat(served).isPositive();
    for (int i = 0; i < 20; i++) {
      assertThat(predict("echo_float", "[1.0]").status()).isEqualTo(200);
    }
  }
}
