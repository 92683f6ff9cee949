// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import static io.otd.serve.server.RunningServer.FREE;
import static io.otd.serve.server.RunningServer.floats;
import static io.otd.serve.server.RunningServer.half;
import static io.otd.serve.server.RunningServer.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1alpha.ServerReflectionGrpc;
import io.grpc.reflection.v1alpha.ServerReflectionRequest;
import io.grpc.reflection.v1alpha.ServerReflectionResponse;
import io.grpc.stub.StreamObserver;
import io.otd.core.internal.savedmodel.proto.ExampleList;
import io.otd.core.internal.savedmodel.proto.ExampleListWithContext;
import io.otd.core.internal.savedmodel.proto.InferenceTask;
import io.otd.core.internal.savedmodel.proto.Input;
import io.otd.core.internal.savedmodel.proto.ModelSpec;
import io.otd.core.internal.savedmodel.proto.MultiInferenceRequest;
import io.otd.core.internal.savedmodel.proto.MultiInferenceResponse;
import io.otd.core.internal.savedmodel.proto.PredictResponse;
import io.otd.core.internal.savedmodel.proto.RegressionRequest;
import io.otd.serve.registry.ModelConfig;
import io.otd.serve.settings.ServeSettings;
import io.otd.serve.settings.TestSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.proto.Example;
import org.tensorflow.proto.Feature;
import org.tensorflow.proto.FloatList;
import org.tensorflow.proto.TensorProto;

/** A real server on a free port, with third-party models. */
@Tag("jdk")
class OtdServerTest {
  @TempDir Path base;

  private final RunningServer running = new RunningServer();

  @AfterEach
  void stop() {
    running.close();
  }

  @Test
  void messages_may_be_as_large_as_configured() throws IOException {
    int n = 2_500_000; // 10 MB; many libraries stop at 4.
    running.start(
        FREE.with(
            Map.of(
                "limits.max_request_rows",
                (long) n,
                "limits.max_reply_mb",
                Optional.of(TestSettings.mib(16L * n)))),
        half());
    PredictResponse reply = running.predictions().predict(request("half", "", floats(n)));
    TensorProto y = reply.getOutputsOrThrow("y");
    assertThat(y.getFloatValCount()).isEqualTo(n);
    assertThat(y.getFloatVal(n - 1)).isEqualTo((n - 1) / 2f + 2);
  }

  @Test
  void an_oversized_message_is_rejected_and_the_server_keeps_running() throws IOException {
    ServeSettings small = TestSettings.requests(TestSettings.FREE, 1 << 16);
    running.start(small, half());
    assertThatThrownBy(() -> running.predictions().predict(request("half", "", floats(100_000))))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED));
    assertThat(running.predictions().predict(request("half", "", floats(3))).getOutputsCount())
        .isEqualTo(1);
  }

  @Test
  void health_reflects_model_readiness() throws IOException {
    running.start(FREE, half());
    assertThat(health()).isEqualTo(ServingStatus.SERVING);
    running.server().close();
    running.start(FREE, half(), ModelConfig.latest("model", base.resolve("model")));
    assertThat(running.server().isReady()).isFalse();
    assertThat(health()).isEqualTo(ServingStatus.NOT_SERVING);
  }

  private ServingStatus health() {
    return health("");
  }

  private ServingStatus health(String service) {
    return HealthGrpc.newBlockingStub(running.channel())
        .check(HealthCheckRequest.newBuilder().setService(service).build())
        .getStatus();
  }

  @Test
  void health_is_answered_for_each_service_and_unknown_for_others() throws IOException {
    running.start(FREE, half());
    for (String service :
        new String[] {
          "tensorflow.serving.PredictionService",
          "tensorflow.serving.ModelService",
          "inference.GRPCInferenceService"
        }) {
      assertThat(health(service)).as(service).isEqualTo(ServingStatus.SERVING);
      assertThat(
              HealthGrpc.newBlockingStub(running.channel())
                  .watch(HealthCheckRequest.newBuilder().setService(service).build())
                  .next()
                  .getStatus())
          .as(service)
          .isEqualTo(ServingStatus.SERVING);
    }
    assertThatThrownBy(() -> health("half"))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.NOT_FOUND));
  }

  @Test
  void reflection_lists_the_services_in_both_of_its_versions() throws Exception {
    running.start(FREE, half());
    List<String> services =
        List.of(
            "grpc.health.v1.Health",
            "grpc.reflection.v1.ServerReflection",
            "grpc.reflection.v1alpha.ServerReflection",
            "inference.GRPCInferenceService",
            "tensorflow.serving.ModelService",
            "tensorflow.serving.PredictionService");
    Reply<io.grpc.reflection.v1.ServerReflectionResponse> v1 = new Reply<>();
    io.grpc.reflection.v1.ServerReflectionGrpc.newStub(running.channel())
        .serverReflectionInfo(v1)
        .onNext(
            io.grpc.reflection.v1.ServerReflectionRequest.newBuilder().setListServices("").build());
    assertThat(v1.get().getListServicesResponse().getServiceList())
        .extracting(service -> service.getName())
        .containsExactlyInAnyOrderElementsOf(services);
    Reply<ServerReflectionResponse> alpha = new Reply<>();
    ServerReflectionGrpc.newStub(running.channel())
        .serverReflectionInfo(alpha)
        .onNext(ServerReflectionRequest.newBuilder().setListServices("").build());
    assertThat(alpha.get().getListServicesResponse().getServiceList())
        .extracting(service -> service.getName())
        .containsExactlyInAnyOrderElementsOf(services);
  }

  @Test
  void reflection_describes_a_service() throws Exception {
    running.start(FREE, half());
    Reply<ServerReflectionResponse> reply = new Reply<>();
    ServerReflectionGrpc.newStub(running.channel())
        .serverReflectionInfo(reply)
        .onNext(
            ServerReflectionRequest.newBuilder()
                .setFileContainingSymbol("tensorflow.serving.PredictionService")
                .build());
    assertThat(reply.get().getFileDescriptorResponse().getFileDescriptorProtoCount()).isPositive();
  }

  /** The first message of a stream. */
  private static final class Reply<T> implements StreamObserver<T> {
    private final CompletableFuture<T> first = new CompletableFuture<>();

    T get() throws Exception {
      return first.get(20, TimeUnit.SECONDS);
    }

    @Override
    public void onNext(T value) {
      first.complete(value);
    }

    @Override
    public void onError(Throwable failure) {
      first.completeExceptionally(failure);
    }

    @Override
    public void onCompleted() {}
  }

  private static Example example(String name, float value) {
    Example.Builder example = Example.newBuilder();
    example
        .getFeaturesBuilder()
        .putFeature(
            name,
            Feature.newBuilder().setFloatList(FloatList.newBuilder().addValue(value)).build());
    return example.build();
  }

  @Test
  void context_features_apply_to_every_example() throws IOException {
    running.start(FREE, half());
    RegressionRequest.Builder request = RegressionRequest.newBuilder();
    request.getModelSpecBuilder().setName("half").setSignatureName("regress_x_to_y");
    request
        .getInputBuilder()
        .setExampleListWithContext(
            ExampleListWithContext.newBuilder()
                .setContext(example("x", 6))
                .addExamples(example("other", 1))
                .addExamples(example("other", 2)));
    assertThat(running.predictions().regress(request.build()).getResult().getRegressionsList())
        .extracting(r -> r.getValue())
        .containsExactly(5f, 5f);
  }

  @Test
  void several_tasks_share_their_examples() throws IOException {
    running.start(FREE, half());
    MultiInferenceRequest request =
        MultiInferenceRequest.newBuilder()
            .addTasks(task("regress_x_to_y", "tensorflow/serving/regress"))
            .addTasks(task("classify_x_to_y", "tensorflow/serving/classify"))
            .setInput(
                Input.newBuilder()
                    .setExampleList(ExampleList.newBuilder().addExamples(example("x", 4))))
            .build();
    MultiInferenceResponse reply = running.predictions().multiInference(request);
    assertThat(reply.getResults(0).getRegressionResult().getRegressions(0).getValue()).isEqualTo(4);
    assertThat(
            reply
                .getResults(1)
                .getClassificationResult()
                .getClassifications(0)
                .getClasses(0)
                .getScore())
        .isEqualTo(4);

    MultiInferenceRequest.Builder twice = request.toBuilder().setTasks(1, request.getTasks(0));
    assertThatThrownBy(() -> running.predictions().multiInference(twice.build()))
        .hasMessageContaining("Duplicate evaluation of signature: regress_x_to_y");
  }

  private static InferenceTask task(String signature, String method) {
    return InferenceTask.newBuilder()
        .setModelSpec(ModelSpec.newBuilder().setName("half").setSignatureName(signature))
        .setMethodName(method)
        .build();
  }

  @Test
  void a_port_already_in_use_is_reported() throws IOException {
    running.start(FREE, half());
    ServeSettings same = FREE.with(Map.of("network.grpc_port", running.server().grpcPort()));
    assertThatThrownBy(() -> OtdServer.start(same, List.of(half()), Clock.systemUTC(), List.of()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("gRPC port 127.0.0.1:" + running.server().grpcPort());
  }
}
