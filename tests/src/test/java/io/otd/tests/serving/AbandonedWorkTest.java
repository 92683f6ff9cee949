// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.StatusRuntimeException;
import io.otd.core.internal.savedmodel.proto.PredictRequest;
import io.otd.core.internal.trained.TestModels;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.serve.internal.settings.BatchingSettings;
import io.otd.serve.internal.settings.Engine;
import io.otd.serve.proto.PredictionServiceGrpc;
import io.otd.serve.registry.ModelConfig;
import io.otd.serve.rest.RestApi;
import io.otd.serve.server.OtdServer;
import io.otd.serve.settings.AnswerSettings;
import io.otd.serve.settings.NonFinite;
import io.otd.serve.settings.ServeSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;

/**
 * Requests that would run for minutes, of clients that do not wait so long: the work ends, and
 * until then the request is pending.
 */
@Tag("long")
@Timeout(120)
class AbandonedWorkTest {
  private static final TestModels MODEL = TestModels.TWO_OUTPUTS;
  private static final int DRAWS = 8_000;
  private static final int ROWS = 100_000;
  private static final Duration LIMIT = Duration.ofMillis(700);
  private static final Pattern PENDING = Pattern.compile("\notd_pending_request_bytes (\\S+)\n");

  /** Classes of which a method is on the stack of a thread that computes a model. */
  private static final List<String> COMPUTING = List.of("Servable", "RowPieces", "LightEngine");

  @TempDir static Path base;

  private final HttpClient client = HttpClient.newHttpClient();
  private OtdServer server;

  /** How models are run. */
  enum Way {
    TENSORFLOW,
    BATCHED,
    LIGHT;

    ServeSettings of(ServeSettings settings) {
      return switch (this) {
        case TENSORFLOW -> settings;
        case BATCHED -> settings.joining(BatchingSettings.DEFAULT);
        case LIGHT -> settings.with(Map.of("compute.engine", Engine.LIGHT));
      };
    }
  }

  @BeforeAll
  static void export() throws IOException {
    SavedModelExporter.export(
        MODEL.model(), base.resolve("m"), ExportOptions.DEFAULT.withBank(DRAWS));
  }

  private void start(Way way) throws IOException {
    server =
        OtdServer.start(
            way.of(
                ServeSettings.DEFAULT.with(Map.of("network.grpc_port", 0, "network.rest_port", 0))),
            List.of(ModelConfig.latest("m", base.resolve("m"))),
            Clock.systemUTC(),
            List.of(
                new RestApi(
                        new AnswerSettings(LIMIT.toMillis(), NonFinite.BARE, false),
                        Clock.systemUTC())
                    ::open));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void work_ends_when_nobody_waits_for_it(Way way) throws Exception {
    start(way);
    restRequestsTimeOut();
    theDeadlineOfACallPasses();
    aConnectionIsLost();
  }

  private void restRequestsTimeOut() throws Exception {
    assertThat(status("/v1/models/m:predict", "{\"instances\": %s}")).isEqualTo(504);
    assertWorkEnds();
    assertThat(status("/v1/models/m:distribution", "{\"rows\": %s}")).isEqualTo(504);
    assertWorkEnds();
    assertThat(
            status(
                "/v2/models/m/infer",
                "{\"inputs\": [{\"name\": \"x\", \"datatype\": \"FP32\", \"shape\": [%d, 5],"
                        .formatted(ROWS)
                    + " \"data\": %s}]}"))
        .isEqualTo(504);
    assertWorkEnds();
  }

  private void theDeadlineOfACallPasses() throws Exception {
    ManagedChannel channel =
        ManagedChannelBuilder.forAddress("127.0.0.1", server.grpcPort()).usePlaintext().build();
    try {
      TensorProto.Builder x = TensorProto.newBuilder().setDtype(DataType.DT_FLOAT);
      x.addAllFloatVal(Collections.nCopies(ROWS * 5, 0.5f));
      x.setTensorShape(
          TensorShapeProto.newBuilder()
              .addDim(TensorShapeProto.Dim.newBuilder().setSize(ROWS))
              .addDim(TensorShapeProto.Dim.newBuilder().setSize(5)));
      PredictRequest.Builder request = PredictRequest.newBuilder().putInputs("x", x.build());
      request.getModelSpecBuilder().setName("m");
      assertThatThrownBy(
              () ->
                  PredictionServiceGrpc.newBlockingStub(channel)
                      .withDeadlineAfter(LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                      .predict(request.build()))
          .isInstanceOf(StatusRuntimeException.class)
          .hasMessageContaining("DEADLINE_EXCEEDED");
      assertWorkEnds();
    } finally {
      channel.shutdownNow();
    }
  }

  private void aConnectionIsLost() throws Exception {
    byte[] body = body("{\"instances\": %s}");
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.restPort()));
      String head =
          "POST /v1/models/m:predict HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
              .formatted(body.length);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(body);
      while (!isComputing()) {
        Thread.onSpinWait();
      }
    }
    assertWorkEnds();
  }

  private static byte[] body(String form) {
    String row = "[0.1, 0.2, 0.3, 0.4, 0.5]";
    String rows = "[" + String.join(",", Collections.nCopies(ROWS, row)) + "]";
    return form.replace("%s", rows).getBytes(StandardCharsets.UTF_8);
  }

  private int status(String path, String form) throws IOException, InterruptedException {
    return client
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.restPort() + path))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body(form)))
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .statusCode();
  }

  private double pending() throws IOException, InterruptedException {
    String metrics =
        client
            .send(
                HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.restPort() + "/metrics"))
                    .build(),
                HttpResponse.BodyHandlers.ofString())
            .body();
    Matcher value = PENDING.matcher(metrics);
    assertThat(value.find()).as(metrics).isTrue();
    return Double.parseDouble(value.group(1));
  }

  /** The run ends: otherwise this test takes too long. Nothing computes once nothing is pending. */
  private void assertWorkEnds() throws IOException, InterruptedException {
    while (pending() > 0) {
      Thread.onSpinWait();
    }
    assertThat(isComputing()).isFalse();
  }

  private static boolean isComputing() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .anyMatch(frame -> COMPUTING.stream().anyMatch(c -> frame.getClassName().endsWith(c)));
  }
}
