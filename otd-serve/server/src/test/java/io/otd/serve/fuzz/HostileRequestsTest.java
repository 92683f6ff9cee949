// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.linecorp.armeria.client.grpc.GrpcClients;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.otd.core.internal.savedmodel.proto.PredictRequest;
import io.otd.core.internal.savedmodel.proto.RegressionRequest;
import io.otd.serve.internal.settings.BatchingSettings;
import io.otd.serve.proto.PredictionServiceGrpc;
import io.otd.serve.server.OtdServer;
import io.otd.serve.settings.TestSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.proto.DataType;

/** Small requests that demand excessive resources, or that would crash the process. */
class HostileRequestsTest {
  @TempDir Path scratch;
  private OtdServer server;
  private PredictionServiceGrpc.PredictionServiceBlockingStub calls;

  @BeforeEach
  void start() throws IOException {
    server =
        FuzzedServer.tiny(
            scratch, s -> TestSettings.requests(s, 64 << 20).joining(BatchingSettings.DEFAULT));
    calls =
        GrpcClients.builder("gproto+http://127.0.0.1:" + server.grpcPort())
            .responseTimeoutMillis(60_000)
            .build(PredictionServiceGrpc.PredictionServiceBlockingStub.class);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static PredictRequest echo(long... shape) {
    return (PredictRequest)
        GrpcSeeds.predict("echo_float", "in", GrpcSeeds.tensor(DataType.DT_FLOAT, shape)).request();
  }

  private void assertRefused(PredictRequest request, Status.Code code, String message) {
    assertThatThrownBy(() -> calls.predict(request))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).as("%s", e).isEqualTo(code))
        .hasMessageContaining(message);
  }

  @Test
  void tensors_of_excessive_rank_are_rejected() throws IOException {
    long[] ones = new long[255];
    Arrays.fill(ones, 1);
    assertRefused(echo(ones), Status.Code.INVALID_ARGUMENT, "rank 255 (expected: at most 64)");
    String deep = "[".repeat(254) + 1 + "]".repeat(254);
    RestRequest request =
        RestRequest.post("/v1/models/tiny:predict", "{\"instances\": [" + deep + "]}");
    try (Wire wire = new Wire(server.restPort())) {
      Wire.Reply reply = wire.send(request.bytes()).replies().get(0);
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.body()).contains("rank 255");
    }
  }

  @Test
  void huge_empty_tensors_are_not_split_into_batches_and_do_not_overflow() {
    assertRefused(
        echo(Integer.MAX_VALUE, 0), Status.Code.RESOURCE_EXHAUSTED, "elements of 4 bytes");
    assertRefused(echo(0, 1L << 62, 1L << 62), Status.Code.INVALID_ARGUMENT, "too many elements");
    assertThat(
            calls.predict(echo(1_000_000, 0)).getOutputsOrThrow("out").getTensorShape().getDim(0))
        .matches(dim -> dim.getSize() == 1_000_000);
  }

  @Test
  void the_memory_limit_covers_all_inputs_together() {
    PredictRequest.Builder request = echo(1).toBuilder();
    for (int i = 0; i < 100; i++) {
      request.putInputs("in" + i, GrpcSeeds.tensor(DataType.DT_FLOAT, 12 << 20));
    }
    assertRefused(request.build(), Status.Code.RESOURCE_EXHAUSTED, "elements of 4 bytes");
  }

  @Test
  void a_context_copied_into_too_many_examples_is_rejected() {
    RegressionRequest.Builder request = RegressionRequest.newBuilder();
    request.getModelSpecBuilder().setName("tiny").setSignatureName("regress");
    var input = request.getInputBuilder().getExampleListWithContextBuilder();
    input
        .getContextBuilder()
        .getFeaturesBuilder()
        .putFeature("x".repeat(1 << 20), org.tensorflow.proto.Feature.getDefaultInstance());
    input.addAllExamples(GrpcSeeds.examples(1000).getExampleList().getExamplesList());
    assertThatThrownBy(() -> calls.regress(request.build()))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED))
        .hasMessageContaining("for 1000 examples");
  }
}
