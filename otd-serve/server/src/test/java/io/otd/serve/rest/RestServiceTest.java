// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import io.otd.serve.inference.AnswerListener;
import io.otd.serve.inference.Inference;
import io.otd.serve.inference.RequestLimits;
import io.otd.serve.internal.servable.Caller;
import io.otd.serve.registry.ModelConfig;
import io.otd.serve.registry.ModelRegistry;
import io.otd.serve.registry.NoModels;
import io.otd.serve.settings.AnswerSettings;
import io.otd.serve.settings.NonFinite;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the REST service does before any model is involved: a server without models. */
class RestServiceTest {
  private static final int LIMIT = 1_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final String PREDICT = "/v1/models/none:predict";

  private final AtomicBoolean full = new AtomicBoolean();
  private final AtomicBoolean live = new AtomicBoolean(true);
  private final Executor executor =
      task -> {
        if (full.get()) {
          throw new RejectedExecutionException();
        }
        new Thread(task).start();
      };
  private final ModelRegistry registry = NoModels.registry();
  private final Server server = server(executor, false);

  private Inference inference() {
    return new Inference(
        registry,
        AnswerListener.NONE,
        () -> Caller.PATIENT,
        RequestLimits.DEFAULT,
        bytes -> {},
        live::get);
  }

  private Server server(Executor runs, boolean crossOrigin) {
    ServerBuilder builder = Server.builder().http(0).maxRequestLength(LIMIT);
    new RestApi(
            new AnswerSettings(TIMEOUT.toMillis(), NonFinite.BARE, crossOrigin), Clock.systemUTC())
        .open(builder, inference(), new NoExtension(), runs);
    Server started = builder.build();
    started.start().join();
    return started;
  }

  /** Not awaited: Armeria's own accepting thread lingers for two seconds, idle. */
  private static void stop(Server server) {
    CompletableFuture<Void> unused = server.stop();
  }

  @AfterEach
  void stop() {
    stop(server);
    registry.close();
  }

  private RawHttp.Reply send(String method, String path, Map<String, String> headers, byte[] body)
      throws IOException {
    return RawHttp.send(server.activeLocalPort(), method, path, headers, body);
  }

  private RawHttp.Reply get(String path) throws IOException {
    return send("GET", path, Map.of(), new byte[0]);
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream stream = new GZIPOutputStream(packed)) {
      stream.write(plain);
    }
    return packed.toByteArray();
  }

  @Test
  void a_server_that_can_run_no_request_is_neither_live_nor_ready() throws IOException {
    registry.start(List.of());
    for (String path : List.of("/health/live", "/health/ready", "/v2/health/live")) {
      assertThat(get(path).status()).as(path).isEqualTo(200);
    }
    live.set(false);
    assertThat(get("/health/live").status()).isEqualTo(503);
    assertThat(get("/health/ready").status()).isEqualTo(503);
    assertThat(get("/v2/health/live").status()).isEqualTo(400);
    assertThat(get("/v2/health/ready").status()).isEqualTo(400);
  }

  @Test
  void oversized_bodies_are_rejected_compressed_or_not() throws IOException {
    byte[] large = "{}".concat(" ".repeat(LIMIT)).getBytes(StandardCharsets.UTF_8);
    RawHttp.Reply plain = send("POST", PREDICT, Map.of(), large);
    assertThat(plain.status()).isEqualTo(413);
    assertThat(plain.text()).contains("\"error\"", "1000 bytes");
    assertThat(plain.header("Content-Type")).contains("application/json");

    RawHttp.Reply packed = send("POST", PREDICT, Map.of("Content-Encoding", "gzip"), gzip(large));
    assertThat(packed.status()).isEqualTo(413);
    assertThat(packed.text()).contains("\"error\"", "1000 bytes");

    byte[] atLimit = "{}".concat(" ".repeat(LIMIT - 2)).getBytes(StandardCharsets.UTF_8);
    assertThat(send("POST", PREDICT, Map.of("Content-Encoding", "gzip"), gzip(atLimit)).status())
        .isEqualTo(404);
  }

  @Test
  void bodies_that_do_not_match_their_content_encoding_are_rejected() throws IOException {
    byte[] body = "{\"instances\": [1]}".getBytes(StandardCharsets.UTF_8);
    RawHttp.Reply reply = send("POST", PREDICT, Map.of("Content-Encoding", "gzip"), body);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.text()).contains("gzip");
    RawHttp.Reply unknown = send("POST", PREDICT, Map.of("Content-Encoding", "br"), body);
    assertThat(unknown.status()).isEqualTo(400);
    assertThat(unknown.text()).contains("Content-Encoding: br");
  }

  @Test
  void requests_are_rejected_immediately_when_the_queue_is_full() throws IOException {
    full.set(true);
    RawHttp.Reply reply = get("/v1/models/none");
    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.header("Retry-After")).isEqualTo("1");
    assertThat(reply.text()).contains("\"error\"");
  }

  @Test
  void health_is_reported_even_when_the_queue_is_full() throws IOException {
    full.set(true);
    assertThat(get("/health/live").status()).isEqualTo(200);
    assertThat(get("/health/ready").status()).isEqualTo(503);
    registry.start(List.of());
    assertThat(get("/health/ready").status()).isEqualTo(200);

    registry.close();
    registry.start(List.of(ModelConfig.latest("broken", Path.of("/nowhere"))));
    assertThat(get("/health/live").status()).isEqualTo(200);
    assertThat(get("/health/ready").status()).isEqualTo(503);
  }

  @Test
  @Tag("long")
  void a_slow_request_returns_gateway_timeout() throws IOException {
    Server slow = server(task -> {}, false);
    try {
      RawHttp.Reply reply =
          RawHttp.send(slow.activeLocalPort(), "GET", "/v1/models", Map.of(), new byte[0]);
      assertThat(reply.status()).isEqualTo(504);
      assertThat(reply.text()).contains("\"error\": \"Deadline exceeded\"");
    } finally {
      stop(slow);
    }
  }

  @Test
  void an_unknown_path_is_reported_as_json() throws IOException {
    RawHttp.Reply reply = get("/elsewhere");
    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.text()).contains("\"error\": \"Not Found\"");
  }

  @Test
  void lists_models() throws IOException {
    RawHttp.Reply reply = get("/v1/models");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.text().replaceAll("\\s", "")).isEqualTo("{\"models\":[]}");
    Path nowhere = Path.of("/nowhere");
    registry.start(List.of(ModelConfig.latest("b", nowhere), ModelConfig.latest("a\"", nowhere)));
    assertThat(get("/v1/models").text().replaceAll("\\s", ""))
        .isEqualTo("{\"models\":[\"a\\\"\",\"b\"]}");
  }

  @Test
  void cross_origin_requests_are_allowed_only_if_configured() throws IOException {
    Map<String, String> origin = Map.of("Origin", "http://example.org");
    RawHttp.Reply closed = send("OPTIONS", PREDICT, origin, new byte[0]);
    assertThat(closed.status()).isEqualTo(204);
    assertThat(closed.header("Allow")).isEqualTo("POST, OPTIONS");
    assertThat(closed.header("Access-Control-Allow-Origin")).isEmpty();
    assertThat(get("/v1/models").header("Access-Control-Allow-Origin")).isEmpty();

    Server open = server(executor, true);
    try {
      RawHttp.Reply reply =
          RawHttp.send(open.activeLocalPort(), "OPTIONS", PREDICT, origin, new byte[0]);
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.header("Access-Control-Allow-Origin")).isEqualTo("*");
      assertThat(reply.header("Access-Control-Allow-Methods")).isEqualTo("POST, GET");
      assertThat(reply.header("Access-Control-Allow-Headers")).isEqualTo("Content-Type");
    } finally {
      stop(open);
    }
  }
}
