// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.client.grpc.GrpcClients;
import io.otd.core.internal.savedmodel.proto.ModelSpec;
import io.otd.core.internal.savedmodel.proto.PredictRequest;
import io.otd.serve.proto.GetModelStatusRequest;
import io.otd.serve.proto.ModelServiceGrpc;
import io.otd.serve.proto.ModelVersionStatus;
import io.otd.serve.proto.PredictionServiceGrpc;
import io.otd.serve.server.OtdServer;
import io.otd.serve.settings.TestSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real server under malformed requests of many kinds, alternately over REST and gRPC. It keeps
 * answering valid requests, reports the errors as the client's, and uses no more resources
 * afterwards than before. {@code -Dfuzz.seed=N} makes other requests, {@code -Dfuzz.requests=N}
 * more or fewer, {@code -Dfuzz.only=N} runs one of them alone.
 */
class ServerFuzzTest {
  private static final long SEED = Long.getLong("fuzz.seed", 8501);
  private static final int ONLY = Integer.getInteger("fuzz.only", -1);
  private static final int LIMIT = 1 << 20;
  private static final int CLIENTS = 8;

  /** After these the resource usage of the server is stable. */
  private static final int WARM = 400;

  @TempDir Path scratch;

  @Test
  @Tag("long")
  void broken_requests_leave_no_trace() throws Exception {
    fuzz(3_000);
  }

  @Test
  @Tag("slow")
  void many_more_broken_requests_leave_no_trace() throws Exception {
    fuzz(Integer.getInteger("fuzz.requests", 10_000));
  }

  private void fuzz(int requests) throws Exception {
    try (LoggedErrors errors = new LoggedErrors();
        OtdServer server =
            FuzzedServer.start(
                scratch,
                s -> TestSettings.requests(s, LIMIT).with(Map.of("versions.poll_seconds", .05)))) {
      List<String> before = known(server);
      try (GrpcFuzz grpc = new GrpcFuzz(server.grpcPort(), calls())) {
        RestFuzz rest = new RestFuzz(server.restPort(), requests(), 20 * LIMIT);
        if (ONLY >= 0) {
          run(rest, grpc, ONLY, ONLY + 1);
          return;
        }
        run(rest, grpc, 0, WARM);
        assertThat(known(server)).isEqualTo(before);
        Footprint warm = Footprint.now();
        run(rest, grpc, WARM, requests);
        assertThat(known(server)).isEqualTo(before);
        warm.requireStill();
      }
      requireNothingHeld(server);
      assertThat(errors.all()).isEmpty();
    }
  }

  private static List<RestRequest> requests() throws IOException {
    List<RestRequest> seeds = new ArrayList<>(RestSeeds.tiny());
    seeds.addAll(RestSeeds.pack());
    return seeds;
  }

  private static List<GrpcSeeds.Call> calls() throws IOException {
    List<GrpcSeeds.Call> seeds = new ArrayList<>(GrpcSeeds.tiny());
    seeds.addAll(GrpcSeeds.pack());
    return seeds;
  }

  private static void run(RestFuzz rest, GrpcFuzz grpc, int from, int to) throws Exception {
    Queue<AssertionError> failures = new ConcurrentLinkedQueue<>();
    AtomicInteger next = new AtomicInteger(from);
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    for (int k = 0; k < CLIENTS; k++) {
      clients.execute(
          () -> {
            for (int i = next.getAndIncrement(); i < to; i = next.getAndIncrement()) {
              one(rest, grpc, i, failures);
            }
          });
    }
    clients.shutdown();
    assertThat(clients.awaitTermination(30, TimeUnit.MINUTES)).isTrue();
    assertThat(failures).isEmpty();
  }

  private static void one(RestFuzz rest, GrpcFuzz grpc, int i, Queue<AssertionError> failures) {
    // Each has its own random numbers, regardless of parallel tests.
    SplittableRandom random = new SplittableRandom(SEED + i * 0x9e3779b97f4a7c15L);
    try {
      if (i % 2 == 0) {
        rest.run(random);
      } else {
        grpc.run(random);
      }
    } catch (Exception | Error e) { // An error alone would end the thread, and go unnoticed.
      failures.add(
          new AssertionError("-Dfuzz.seed=%d -Dfuzz.only=%d: %s".formatted(SEED, i, e), e));
    }
  }

  /** Responses of the server to valid requests. */
  private static List<String> known(OtdServer server) throws IOException {
    List<String> answers = new ArrayList<>();
    for (RestRequest request : RestSeeds.tiny()) {
      if (request.isOfApi()) {
        try (Wire wire = new Wire(server.restPort())) {
          Wire.Reply reply = wire.send(request.bytes()).repliesToTheLast().get(0);
          answers.add(reply.status() + " " + reply.body());
        }
      }
    }
    PredictRequest right = (PredictRequest) GrpcSeeds.tiny().get(0).request();
    answers.add(
        client(server, PredictionServiceGrpc.PredictionServiceBlockingStub.class)
            .predict(right)
            .toString());
    return answers;
  }

  private static <T> T client(OtdServer server, Class<T> type) {
    return GrpcClients.newClient("gproto+http://127.0.0.1:" + server.grpcPort(), type);
  }

  /** A superseded version is unloaded, but not while a request uses it. */
  private void requireNothingHeld(OtdServer server) throws Exception {
    TinyModel.write(scratch.resolve("next"));
    Files.move(scratch.resolve("next"), scratch.resolve("tiny/2"));
    GetModelStatusRequest first =
        GetModelStatusRequest.newBuilder()
            .setModelSpec(ModelSpec.newBuilder().setName("tiny"))
            .build();
    var models = client(server, ModelServiceGrpc.ModelServiceBlockingStub.class);
    Footprint.await(
        () ->
            models.getModelStatus(first).getModelVersionStatusList().stream()
                .anyMatch(
                    s -> s.getVersion() == 1 && s.getState() == ModelVersionStatus.State.END));
  }
}
