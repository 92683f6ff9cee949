// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.savedmodel.proto.ModelSpec;
import io.otd.core.internal.savedmodel.proto.PredictRequest;
import io.otd.serve.EndlessModel;
import io.otd.serve.registry.ModelConfig;
import io.otd.serve.rest.RestApi;
import io.otd.serve.server.OtdServer;
import io.otd.serve.settings.AnswerSettings;
import io.otd.serve.settings.NonFinite;
import io.otd.serve.settings.TestSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.proto.DataType;

/** Requests that still run when the time of a stopping server is over. */
class LateRequestsTest {
  /** More than there are threads. */
  private static final int CLIENTS = 2 * 2 * Runtime.getRuntime().availableProcessors() + 1;

  private static final Duration DEADLINE = Duration.ofSeconds(20);

  @TempDir Path scratch;

  private static byte[] predict() {
    String body = "{\"inputs\": 1}";
    return "POST /v1/models/endless:predict HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(body.length(), body)
        .getBytes(StandardCharsets.US_ASCII);
  }

  private OtdServer start() throws Exception {
    EndlessModel.write(scratch.resolve("endless/1"), EndlessModel.Loop.OF_FUNCTIONS);
    AnswerSettings rest = new AnswerSettings(DEADLINE.toMillis(), NonFinite.BARE, false);
    return OtdServer.start(
        TestSettings.FREE.with(Map.of("shutdown.drain_seconds", .05)),
        List.of(ModelConfig.latest("endless", scratch.resolve("endless"))),
        Clock.systemUTC(),
        List.of(new RestApi(rest, Clock.systemUTC())::open));
  }

  @RepeatedTest(2)
  @SuppressWarnings("try") // closing the server is what is tested
  void each_gets_an_answer_that_says_so_before_the_connection_ends() throws Exception {
    List<Wire> clients = new ArrayList<>();
    PredictRequest request =
        PredictRequest.newBuilder()
            .setModelSpec(ModelSpec.newBuilder().setName("endless"))
            .putInputs("x", GrpcSeeds.tensor(DataType.DT_FLOAT).toBuilder().addFloatVal(1).build())
            .build();
    try (OtdServer server = start();
        Wire grpc = new Wire(server.grpcPort())) {
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(new Wire(server.restPort()).send(predict()));
      }
      grpc.send(
          Http2Frames.call(
              "tensorflow.serving.PredictionService/Predict",
              GrpcFuzz.framed(request.toByteArray())));
      long all = (long) CLIENTS * "{\"inputs\": 1}".length() + request.getSerializedSize();
      Footprint.await(() -> FuzzedServer.metric(server, "otd_pending_request_bytes ") >= all);
      server.close();
      for (Wire client : clients) {
        List<Wire.Reply> replies = client.replies();
        assertThat(replies).extracting(Wire.Reply::status).containsExactly(503);
        assertThat(replies.get(0).headers())
            .containsIgnoringCase("connection: close")
            .containsIgnoringCase("retry-after: 1");
        assertThat(replies.get(0).body()).contains("The server is shutting down");
        client.close();
      }
      assertThat(new String(grpc.toTheEnd(), StandardCharsets.ISO_8859_1))
          .contains("The server is shutting down");
    }
  }
}
