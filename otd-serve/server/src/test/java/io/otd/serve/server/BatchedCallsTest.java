// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.util.concurrent.ListenableFuture;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.client.grpc.GrpcClients;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.RequestHeaders;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.otd.core.internal.savedmodel.proto.ModelSpec;
import io.otd.core.internal.savedmodel.proto.PredictRequest;
import io.otd.core.internal.savedmodel.proto.PredictResponse;
import io.otd.serve.fuzz.TinyModel;
import io.otd.serve.internal.settings.BatchingSettings;
import io.otd.serve.proto.PredictionServiceGrpc;
import io.otd.serve.registry.ModelConfig;
import io.otd.serve.rest.RestApi;
import io.otd.serve.settings.AnswerSettings;
import io.otd.serve.settings.TestSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;

/**
 * gRPC calls that wait to be batched: a call that no longer waits gets an error, and is not run.
 */
class BatchedCallsTest {
  private static final int TRIALS = 600;
  private static final long PAUSE_NANOS = 50_000_000;
  private static final BatchingSettings PAIRS =
      new BatchingSettings(2, Integer.MAX_VALUE, 1, Optional.of(1), List.of());

  /** Two rows of another signature. */
  private static final PredictRequest FULL =
      PredictRequest.newBuilder()
          .setModelSpec(ModelSpec.newBuilder().setName("tiny").setSignatureName("echo_float"))
          .putInputs("in", request(1, 2).getInputsOrThrow("x"))
          .build();

  @TempDir Path scratch;
  private OtdServer server;
  private PredictionServiceGrpc.PredictionServiceBlockingStub calls;

  @BeforeEach
  void start() throws IOException {
    TinyModel.write(scratch.resolve("tiny/1"));
    server =
        OtdServer.start(
            TestSettings.FREE.joining(PAIRS),
            List.of(ModelConfig.latest("tiny", scratch.resolve("tiny"))),
            Clock.systemUTC(),
            List.of(new RestApi(AnswerSettings.DEFAULT, Clock.systemUTC())::open));
    calls =
        GrpcClients.builder("gproto+http://127.0.0.1:" + server.grpcPort())
            .responseTimeoutMillis(60_000)
            .build(PredictionServiceGrpc.PredictionServiceBlockingStub.class);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static PredictRequest request(float value, int... shape) {
    TensorProto.Builder x = TensorProto.newBuilder().setDtype(DataType.DT_FLOAT).addFloatVal(value);
    for (int size : shape) {
      x.getTensorShapeBuilder().addDim(TensorShapeProto.Dim.newBuilder().setSize(size));
    }
    PredictRequest.Builder request = PredictRequest.newBuilder().putInputs("x", x.build());
    request.getModelSpecBuilder().setName("tiny");
    return request.build();
  }

  private static float half(PredictResponse reply) {
    return reply.getOutputsOrThrow("y").getFloatVal(0);
  }

  /** Numbers of requests and rows that have been run. */
  private void assertRun(int requests, int rows) {
    String metrics =
        WebClient.of("http://127.0.0.1:" + server.restPort())
            .get("/metrics")
            .aggregate()
            .join()
            .contentUtf8();
    String labels = "{model=\"tiny\",signature=\"serving_default\",version=\"1\"} ";
    assertThat(metrics)
        .contains("otd_batch_requests_sum" + labels + requests + ".0\n")
        .contains("otd_batch_rows_sum" + labels + rows + ".0\n");
  }

  /**
   * A call that waits where only one batch may. Other calls, which would need a second batch, are
   * made until one is rejected. The first may be rejected too, while another is in the queue.
   */
  private ListenableFuture<PredictResponse> waiting() {
    PredictionServiceGrpc.PredictionServiceFutureStub stub =
        PredictionServiceGrpc.newFutureStub(calls.getChannel());
    ListenableFuture<PredictResponse> waiting = stub.predict(request(2, 1));
    for (int i = 0; i < TRIALS; i++) {
      if (waiting.isDone()) {
        waiting = stub.predict(request(2, 1));
      }
      try {
        PredictResponse unused = calls.predict(FULL);
      } catch (StatusRuntimeException e) {
        assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(e.getStatus().getDescription()).contains("full");
        return waiting;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw new IllegalStateException("no batch waits");
  }

  @Test
  void an_expired_call_times_out_and_is_not_run() {
    assertThatThrownBy(
            () -> calls.withDeadlineAfter(300, TimeUnit.MILLISECONDS).predict(request(2, 1)))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED));
    assertThat(half(calls.predict(request(8, 1)))).isEqualTo(4); // The batch is full now.
    assertRun(1, 1);
  }

  @Test
  void the_server_itself_reports_an_exceeded_deadline() {
    byte[] message = request(2, 1).toByteArray();
    AggregatedHttpResponse reply =
        WebClient.builder("h2c://127.0.0.1:" + server.grpcPort())
            .responseTimeoutMillis(60_000)
            .build()
            .execute(
                RequestHeaders.of(
                    HttpMethod.POST,
                    "/tensorflow.serving.PredictionService/Predict",
                    "content-type",
                    "application/grpc",
                    "grpc-timeout",
                    "300m"),
                HttpData.wrap(
                    ByteBuffer.allocate(5 + message.length)
                        .put((byte) 0)
                        .putInt(message.length)
                        .put(message)
                        .array()))
            .aggregate()
            .join();
    assertThat(reply.headers().get("grpc-status"))
        .as("%s", reply)
        .isEqualTo(String.valueOf(Status.Code.DEADLINE_EXCEEDED.value()));
  }

  @Test
  void a_call_that_is_cancelled_is_not_run() {
    assertThat(waiting().cancel(true)).isTrue();
    assertThat(half(calls.predict(request(8, 1)))).isEqualTo(4);
    assertRun(1, 1);
  }
}
