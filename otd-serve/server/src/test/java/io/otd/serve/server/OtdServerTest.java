// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.client.grpc.GrpcClients;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.ServerListener;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1alpha.ServerReflectionGrpc;
import io.grpc.reflection.v1alpha.ServerReflectionRequest;
import io.grpc.reflection.v1alpha.ServerReflectionResponse;
import io.grpc.stub.StreamObserver;
import io.otd.core.ResidentMemory;
import io.otd.core.internal.files.TfRecords;
import io.otd.core.internal.savedmodel.proto.ExampleList;
import io.otd.core.internal.savedmodel.proto.ExampleListWithContext;
import io.otd.core.internal.savedmodel.proto.InferenceTask;
import io.otd.core.internal.savedmodel.proto.Input;
import io.otd.core.internal.savedmodel.proto.ModelSpec;
import io.otd.core.internal.savedmodel.proto.MultiInferenceRequest;
import io.otd.core.internal.savedmodel.proto.MultiInferenceResponse;
import io.otd.core.internal.savedmodel.proto.PredictLog;
import io.otd.core.internal.savedmodel.proto.PredictRequest;
import io.otd.core.internal.savedmodel.proto.PredictResponse;
import io.otd.core.internal.savedmodel.proto.PredictionLog;
import io.otd.core.internal.savedmodel.proto.RegressionRequest;
import io.otd.serve.ConformancePack;
import io.otd.serve.proto.GetModelStatusRequest;
import io.otd.serve.proto.GetModelStatusResponse;
import io.otd.serve.proto.ModelServiceGrpc;
import io.otd.serve.proto.ModelVersionStatus;
import io.otd.serve.proto.PredictionServiceGrpc;
import io.otd.serve.registry.ModelConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.Example;
import org.tensorflow.proto.Feature;
import org.tensorflow.proto.FloatList;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;

/** A real server on a free port, with models that others made. */
@Tag("jdk")
class OtdServerTest {
  private static final ServerSettings FREE =
      ServerSettings.DEFAULT.listeningOn("127.0.0.1", 0, 0).polling(Duration.ofMillis(50));

  @TempDir Path base;

  private OtdServer server;

  private void start(ServerSettings settings, ModelConfig... models) throws IOException {
    server = OtdServer.start(settings, List.of(models), Clock.systemUTC(), List.of());
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private Channel channel() {
    return GrpcClients.builder("gproto+http://127.0.0.1:" + server.grpcPort())
        .maxResponseMessageLength(Integer.MAX_VALUE)
        .responseTimeoutMillis(60_000)
        .maxResponseLength(0)
        .build(PredictionServiceGrpc.PredictionServiceBlockingStub.class)
        .getChannel();
  }

  private PredictionServiceGrpc.PredictionServiceBlockingStub predictions() {
    return PredictionServiceGrpc.newBlockingStub(channel());
  }

  private GetModelStatusResponse status(String model) {
    return ModelServiceGrpc.newBlockingStub(channel())
        .getModelStatus(
            GetModelStatusRequest.newBuilder()
                .setModelSpec(ModelSpec.newBuilder().setName(model))
                .build());
  }

  private static ModelConfig half() {
    return ModelConfig.latest(
        "half", ConformancePack.require().resolve("models/saved_model_half_plus_two_cpu"));
  }

  private static PredictRequest request(String model, String signature, TensorProto x) {
    return PredictRequest.newBuilder()
        .setModelSpec(ModelSpec.newBuilder().setName(model).setSignatureName(signature))
        .putInputs("x", x)
        .build();
  }

  private static TensorProto floats(int n) {
    TensorProto.Builder tensor =
        TensorProto.newBuilder()
            .setDtype(DataType.DT_FLOAT)
            .setTensorShape(
                TensorShapeProto.newBuilder().addDim(TensorShapeProto.Dim.newBuilder().setSize(n)));
    for (int i = 0; i < n; i++) {
      tensor.addFloatVal(i);
    }
    return tensor.build();
  }

  private void copy(String model, String version, String as) throws IOException {
    Path from = ConformancePack.model(model, version);
    Path partial = base.resolve("partial");
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, partial.resolve(from.relativize(file).toString()));
      }
    }
    Files.createDirectories(base.resolve("model"));
    Files.move(partial, base.resolve("model").resolve(as));
  }

  private ModelConfig copied() {
    return ModelConfig.latest("model", base.resolve("model"));
  }

  @Test
  void a_request_under_way_is_answered_before_the_server_is_closed() throws Exception {
    CompletableFuture<HttpResponse> answer = new CompletableFuture<>();
    CountDownLatch arrived = new CountDownLatch(1);
    RestDoor slow =
        (to, inference, extension, requests) ->
            to.service(
                    "/slow",
                    (context, request) -> {
                      arrived.countDown();
                      return HttpResponse.of(answer);
                    })
                .serverListener(
                    ServerListener.builder()
                        .whenStopping(stopping -> answer.complete(HttpResponse.of("finished")))
                        .build());
    server = OtdServer.start(FREE, List.of(half()), Clock.systemUTC(), List.of(slow));
    CompletableFuture<AggregatedHttpResponse> reply =
        WebClient.of("http://127.0.0.1:" + server.restPort()).get("/slow").aggregate();
    arrived.await();

    server.close();

    assertThat(reply.join().contentUtf8()).isEqualTo("finished");
  }

  @Test
  void messages_are_as_large_as_the_setting_says() throws IOException {
    start(FREE, half());
    int n = 2_500_000; // 10 MB; many libraries stop at 4.
    PredictResponse reply = predictions().predict(request("half", "", floats(n)));
    TensorProto y = reply.getOutputsOrThrow("y");
    assertThat(y.getFloatValCount()).isEqualTo(n);
    assertThat(y.getFloatVal(n - 1)).isEqualTo((n - 1) / 2f + 2);
  }

  @Test
  void a_message_above_the_limit_is_refused_and_the_server_goes_on() throws IOException {
    ServerSettings small =
        FREE.polling(Duration.ZERO).limiting(ClientLimits.DEFAULT.ofBytes(1 << 16));
    start(small, half());
    assertThatThrownBy(() -> predictions().predict(request("half", "", floats(100_000))))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED));
    assertThat(predictions().predict(request("half", "", floats(3))).getOutputsCount())
        .isEqualTo(1);
  }

  @Test
  void health_follows_the_models() throws IOException {
    start(FREE, half());
    assertThat(health()).isEqualTo(ServingStatus.SERVING);
    server.close();
    start(FREE, half(), copied());
    assertThat(server.isReady()).isFalse();
    assertThat(health()).isEqualTo(ServingStatus.NOT_SERVING);
  }

  private ServingStatus health() {
    return HealthGrpc.newBlockingStub(channel())
        .check(HealthCheckRequest.getDefaultInstance())
        .getStatus();
  }

  @Test
  void reflection_lists_the_services() throws Exception {
    start(FREE, half());
    CompletableFuture<ServerReflectionResponse> reply = new CompletableFuture<>();
    StreamObserver<ServerReflectionRequest> requests =
        ServerReflectionGrpc.newStub(channel())
            .serverReflectionInfo(
                new StreamObserver<>() {
                  @Override
                  public void onNext(ServerReflectionResponse value) {
                    reply.complete(value);
                  }

                  @Override
                  public void onError(Throwable failure) {
                    reply.completeExceptionally(failure);
                  }

                  @Override
                  public void onCompleted() {}
                });
    requests.onNext(
        ServerReflectionRequest.newBuilder()
            .setFileContainingSymbol("tensorflow.serving.PredictionService")
            .build());
    assertThat(
            reply
                .get(20, TimeUnit.SECONDS)
                .getFileDescriptorResponse()
                .getFileDescriptorProtoCount())
        .isPositive();
    requests.onCompleted();
  }

  @Test
  void a_new_version_takes_over_and_a_hostile_one_does_not() throws Exception {
    copy("echo", "1", "1");
    start(FREE, copied());
    assertThat(which()).isEqualTo(1);
    copy("echo", "2", "00002");
    await(() -> which() == 2);
    Files.createDirectories(base.resolve("model/3"));
    Files.write(base.resolve("model/3/saved_model.pb"), new byte[] {1, 2, 3});
    await(() -> state(3) == ModelVersionStatus.State.END);
    assertThat(which()).isEqualTo(2);
    ModelVersionStatus third = status("model").getModelVersionStatus(0);
    assertThat(third.getVersion()).isEqualTo(3);
    assertThat(third.getStatus().getErrorCodeValue()).isNotZero();
    assertThat(third.getStatus().getErrorMessage()).contains("not a SavedModel");
  }

  private long which() {
    return predictions()
        .predict(request("model", "which", floats(1)))
        .getOutputsOrThrow("version")
        .getInt64Val(0);
  }

  private ModelVersionStatus.State state(long version) {
    return status("model").getModelVersionStatusList().stream()
        .filter(s -> s.getVersion() == version)
        .map(ModelVersionStatus::getState)
        .findFirst()
        .orElse(ModelVersionStatus.State.UNKNOWN);
  }

  /** However slow the machine is. */
  private static void await(java.util.function.BooleanSupplier condition)
      throws InterruptedException {
    for (int i = 0; i < 1200 && !condition.getAsBoolean(); i++) {
      Thread.sleep(50);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  private void warmUp(TensorProto x) throws IOException {
    Path extra = Files.createDirectories(base.resolve("model/1/assets.extra"));
    PredictionLog log =
        PredictionLog.newBuilder()
            .setPredictLog(PredictLog.newBuilder().setRequest(request("model", "matmul", x)))
            .build();
    Files.write(
        extra.resolve("tf_serving_warmup_requests"), TfRecords.write(List.of(log.toByteArray())));
  }

  @Test
  void a_version_that_fails_its_own_requests_is_not_served() throws IOException {
    copy("echo", "1", "1");
    warmUp(floats(1)); // Not a matrix.
    start(FREE, copied());
    ModelVersionStatus one = status("model").getModelVersionStatus(0);
    assertThat(one.getState()).isEqualTo(ModelVersionStatus.State.END);
    assertThat(one.getStatus().getErrorMessage()).contains("tf_serving_warmup_requests: request 0");
  }

  @Test
  void a_version_that_passes_its_own_requests_is_served() throws IOException {
    copy("echo", "1", "1");
    TensorProto.Builder row = floats(2).toBuilder();
    row.getTensorShapeBuilder().clearDim().addDimBuilder().setSize(1);
    row.getTensorShapeBuilder().addDimBuilder().setSize(2);
    warmUp(row.build());
    start(FREE, copied());
    assertThat(server.isReady()).isTrue();
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
  void the_context_belongs_to_every_example() throws IOException {
    start(FREE, half());
    RegressionRequest.Builder request = RegressionRequest.newBuilder();
    request.getModelSpecBuilder().setName("half").setSignatureName("regress_x_to_y");
    request
        .getInputBuilder()
        .setExampleListWithContext(
            ExampleListWithContext.newBuilder()
                .setContext(example("x", 6))
                .addExamples(example("other", 1))
                .addExamples(example("other", 2)));
    assertThat(predictions().regress(request.build()).getResult().getRegressionsList())
        .extracting(r -> r.getValue())
        .containsExactly(5f, 5f);
  }

  @Test
  void several_tasks_share_their_examples() throws IOException {
    start(FREE, half());
    MultiInferenceRequest request =
        MultiInferenceRequest.newBuilder()
            .addTasks(task("regress_x_to_y", "tensorflow/serving/regress"))
            .addTasks(task("classify_x_to_y", "tensorflow/serving/classify"))
            .setInput(
                Input.newBuilder()
                    .setExampleList(ExampleList.newBuilder().addExamples(example("x", 4))))
            .build();
    MultiInferenceResponse reply = predictions().multiInference(request);
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
    assertThatThrownBy(() -> predictions().multiInference(twice.build()))
        .hasMessageContaining("Duplicate evaluation of signature: regress_x_to_y");
  }

  private static InferenceTask task(String signature, String method) {
    return InferenceTask.newBuilder()
        .setModelSpec(ModelSpec.newBuilder().setName("half").setSignatureName(signature))
        .setMethodName(method)
        .build();
  }

  @Test
  void a_port_that_is_taken_is_told() throws IOException {
    start(FREE, half());
    ServerSettings same = FREE.listeningOn("127.0.0.1", server.grpcPort(), 0);
    assertThatThrownBy(() -> OtdServer.start(same, List.of(half()), Clock.systemUTC(), List.of()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("gRPC port 127.0.0.1:" + server.grpcPort());
  }

  @Test
  @Tag("slow")
  void memory_returns_after_unloading() throws Exception {
    copy("echo", "1", "1");
    start(FREE, copied());
    long before = 0;
    for (int i = 2; i <= 101; i++) {
      int version = i;
      copy("echo", "1", String.valueOf(version));
      await(() -> state(version) == ModelVersionStatus.State.AVAILABLE);
      if (i == 30) {
        before = ResidentMemory.now();
      }
    }
    // 70 loads of a graph that takes about 1 MiB; what is left is the allocator's and the heap's.
    assertThat(ResidentMemory.now() - before).isLessThan(100L << 20);
  }
}
