// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.client.grpc.GrpcClients;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.otd.core.internal.savedmodel.proto.ModelSpec;
import io.otd.core.internal.savedmodel.proto.PredictRequest;
import io.otd.serve.EndlessModel;
import io.otd.serve.internal.settings.BatchingSettings;
import io.otd.serve.proto.PredictionServiceGrpc;
import io.otd.serve.registry.ModelConfig;
import io.otd.serve.rest.RestApi;
import io.otd.serve.server.OtdServer;
import io.otd.serve.settings.AnswerSettings;
import io.otd.serve.settings.NonFinite;
import io.otd.serve.settings.ServeSettings;
import io.otd.serve.settings.TestSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tensorflow.proto.DataType;

/** Requests whose run would never end: they hold nothing after their deadline. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EndlessRequestsTest {
  private static final Duration DEADLINE = Duration.ofMillis(500);

  @TempDir Path scratch;
  private OtdServer server;

  /** Batching runs every loop alike: one of them shows it. */
  static Stream<Arguments> servers() {
    UnaryOperator<ServeSettings> plain = UnaryOperator.identity();
    UnaryOperator<ServeSettings> batching = s -> s.joining(BatchingSettings.DEFAULT);
    return Stream.of(EndlessModel.Loop.values())
        .flatMap(
            loop ->
                loop == EndlessModel.Loop.OF_FUNCTIONS
                    ? Stream.of(Arguments.of(loop, plain), Arguments.of(loop, batching))
                    : Stream.of(Arguments.of(loop, plain)));
  }

  private void start(EndlessModel.Loop loop, UnaryOperator<ServeSettings> changed)
      throws IOException {
    EndlessModel.write(scratch.resolve("endless/1"), loop);
    TinyModel.write(scratch.resolve("tiny/1"));
    AnswerSettings rest = new AnswerSettings(DEADLINE.toMillis(), NonFinite.BARE, false);
    server =
        OtdServer.start(
            changed.apply(TestSettings.FREE),
            List.of(
                ModelConfig.latest("endless", scratch.resolve("endless")),
                ModelConfig.latest("tiny", scratch.resolve("tiny"))),
            Clock.systemUTC(),
            List.of(new RestApi(rest, Clock.systemUTC())::open));
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private CompletableFuture<AggregatedHttpResponse> post(String path, String body) {
    return WebClient.of("http://127.0.0.1:" + server.restPort()).post(path, body).aggregate();
  }

  @ParameterizedTest
  @MethodSource("servers")
  void other_models_answer_after_as_many_endless_requests_as_there_are_threads(
      EndlessModel.Loop loop, UnaryOperator<ServeSettings> changed) throws Exception {
    start(loop, changed);
    List<CompletableFuture<AggregatedHttpResponse>> endless = new ArrayList<>();
    for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
      endless.add(post("/v1/models/endless:predict", "{\"inputs\": 1}"));
    }
    for (CompletableFuture<AggregatedHttpResponse> reply : endless) {
      assertThat(reply.join().status().code()).isEqualTo(504);
    }
    Footprint.await(() -> FuzzedServer.metric(server, "otd_pending_request_bytes ") == 0);
    AggregatedHttpResponse other = post("/v1/models/tiny:predict", "{\"inputs\": [1]}").join();
    assertThat(other.status().code()).as(other.contentUtf8()).isEqualTo(200);
    PredictionServiceGrpc.PredictionServiceBlockingStub calls =
        GrpcClients.newClient(
            "gproto+http://127.0.0.1:" + server.grpcPort(),
            PredictionServiceGrpc.PredictionServiceBlockingStub.class);
    assertThatThrownBy(
            () ->
                calls
                    .withDeadlineAfter(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                    .predict(endless()))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED));
  }

  @Test
  void a_grpc_client_without_a_deadline_gets_that_of_the_server() throws Exception {
    start(
        EndlessModel.Loop.OF_FUNCTIONS,
        s -> s.with(Map.of("limits.grpc_deadline_seconds", TestSettings.seconds(DEADLINE))));
    PredictionServiceGrpc.PredictionServiceBlockingStub calls =
        GrpcClients.builder("gproto+http://127.0.0.1:" + server.grpcPort())
            .responseTimeoutMillis(0)
            .build(PredictionServiceGrpc.PredictionServiceBlockingStub.class);
    assertThatThrownBy(() -> calls.predict(endless()))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED));
    Footprint.await(() -> FuzzedServer.metric(server, "otd_pending_request_bytes ") == 0);
  }

  private static PredictRequest endless() {
    return PredictRequest.newBuilder()
        .setModelSpec(ModelSpec.newBuilder().setName("endless"))
        .putInputs("x", GrpcSeeds.tensor(DataType.DT_FLOAT).toBuilder().addFloatVal(1).build())
        .build();
  }
}
