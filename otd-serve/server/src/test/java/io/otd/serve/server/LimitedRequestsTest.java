// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import static io.otd.serve.server.RunningServer.floats;
import static io.otd.serve.server.RunningServer.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.otd.core.internal.savedmodel.proto.PredictRequest;
import io.otd.serve.fuzz.TinyModel;
import io.otd.serve.inference.RequestLimits;
import io.otd.serve.registry.ModelConfig;
import io.otd.serve.rest.RestApi;
import io.otd.serve.settings.AnswerSettings;
import io.otd.serve.settings.TestSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests above a limit of their rows or replies, in every protocol. */
class LimitedRequestsTest {
  private static final Map<String, Object> THREE_ROWS = Map.of("limits.max_request_rows", 3L);
  private static final Map<String, Object> THREE_NUMBERS =
      Map.of("limits.max_reply_mb", Optional.of(TestSettings.mib(3 * 16)));

  @TempDir Path scratch;
  private final RunningServer running = new RunningServer();

  private void start(Map<String, Object> limits) throws IOException {
    TinyModel.write(scratch.resolve("tiny/1"));
    running.start(
        RunningServer.FREE.with(limits),
        List.of(new RestApi(AnswerSettings.DEFAULT, Clock.systemUTC())::open),
        ModelConfig.latest("tiny", scratch.resolve("tiny")));
  }

  @AfterEach
  void stop() {
    running.close();
  }

  private AggregatedHttpResponse post(String path, String body) {
    return WebClient.of("http://127.0.0.1:" + running.server().restPort())
        .post(path, body)
        .aggregate()
        .join();
  }

  private void assertRejected(String path, String body, String why) {
    AggregatedHttpResponse reply = post(path, body);
    assertThat(reply.status().code()).as(reply.contentUtf8()).isEqualTo(413);
    assertThat(reply.contentUtf8()).contains("\"error\"", why);
  }

  private void assertRejected(PredictRequest request, String why) {
    assertThatThrownBy(() -> running.predictions().predict(request))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED))
        .hasMessageContaining(why);
  }

  @Test
  void a_request_with_too_many_rows_is_rejected_with_their_number_and_the_limit() throws Exception {
    start(THREE_ROWS);
    String why = "rows: 4 (expected: at most 3 in one request)";
    assertRejected("/v1/models/tiny:predict", "{\"instances\": [1, 2, 3, 4]}", why);
    assertRejected("/v1/models/tiny:predict", "{\"inputs\": [1, 2, 3, 4]}", why);
    assertRejected(
        "/v1/models/tiny:regress",
        "{\"signature_name\": \"regress\", \"examples\": [{}, {}, {}, {}]}",
        why);
    assertRejected(
        "/v1/models/tiny:classify",
        "{\"signature_name\": \"classify\", \"examples\": [{}, {}, {}, {}]}",
        why);
    assertRejected(
        "/v2/models/tiny/infer",
        "{\"inputs\": [{\"name\": \"x\", \"datatype\": \"FP32\", \"shape\": [4], \"data\": [1, 2, 3, 4]}]}",
        why);
    assertRejected(request("tiny", "", floats(4)), why);
  }

  @Test
  void a_request_at_the_limit_is_answered() throws Exception {
    start(THREE_ROWS);
    assertThat(post("/v1/models/tiny:predict", "{\"instances\": [1, 2, 3]}").status().code())
        .isEqualTo(200);
    assertThat(
            running
                .predictions()
                .predict(request("tiny", "", floats(3)))
                .getOutputsOrThrow("y")
                .getFloatValCount())
        .isEqualTo(3);
  }

  @Test
  void a_reply_that_is_too_large_is_rejected_with_its_size_and_the_limit() throws Exception {
    start(THREE_NUMBERS);
    String why = "(expected: at most 48 bytes";
    assertRejected("/v1/models/tiny:predict", "{\"instances\": [1, 2, 3, 4]}", why);
    assertRejected("/v1/models/tiny:predict", "{\"instances\": [[1, 2], [3, 4]]}", why);
    assertRejected(request("tiny", "", floats(4)), why);
    assertThat(post("/v1/models/tiny:predict", "{\"instances\": [1, 2, 3]}").status().code())
        .isEqualTo(200);
  }

  @Test
  void a_limit_out_of_range_is_named() {
    assertThatThrownBy(() -> new RequestLimits(0, 16)).hasMessage("rows: 0 (expected: >= 1)");
    assertThatThrownBy(() -> new RequestLimits(1, 15))
        .hasMessage("reply bytes: 15 (expected: >= 16)");
  }
}
