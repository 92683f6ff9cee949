// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.util.concurrent.ListenableFuture;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.client.grpc.GrpcClients;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.RequestHeaders;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.otd.core.internal.savedmodel.proto.ModelSpec;
import io.otd.core.internal.savedmodel.proto.PredictRequest;
import io.otd.core.internal.savedmodel.proto.PredictResponse;
import io.otd.serve.fuzz.TinyModel;
import io.otd.serve.internal.settings.BatchingSettings;
import io.otd.serve.proto.PredictionServiceGrpc;
import io.otd.serve.registry.ModelConfig;
import io.otd.serve.rest.RestApi;
import io.otd.serve.server.OtdServer;
import io.otd.serve.settings.AnswerSettings;
import io.otd.serve.settings.ServeSettings;
import io.otd.serve.settings.TestSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;

/** The data sent to a collector, decoded with OpenTelemetry's published messages. */
class OtlpExportTest {
  private static final String PARENT = "00f067aa0ba902b7";
  private static final String PREDICT = "/v1/models/tiny:predict";

  @TempDir Path scratch;
  private CollectorStandIn collector;

  @BeforeEach
  void prepare() throws IOException {
    collector = new CollectorStandIn();
    TinyModel.write(scratch.resolve("tiny/1"));
  }

  @AfterEach
  void finish() {
    collector.close();
  }

  private OtdServer start(ServeSettings settings, String property, String value)
      throws IOException {
    System.setProperty(property, value);
    try {
      return started(settings);
    } finally {
      System.clearProperty(property);
    }
  }

  private OtdServer started(ServeSettings settings) throws IOException {
    return OtdServer.start(
        settings.with(Map.of("watch.opentelemetry", true)),
        List.of(ModelConfig.latest("tiny", scratch.resolve("tiny"))),
        Clock.systemUTC(),
        List.of(new RestApi(AnswerSettings.DEFAULT, Clock.systemUTC())::open));
  }

  private OtdServer start(ServeSettings settings) throws IOException {
    return start(settings, "otel.exporter.otlp.endpoint", collector.address());
  }

  private static String traceparent(String trace, boolean sampled) {
    return "00-%s-%s-0%d".formatted(trace, PARENT, sampled ? 1 : 0);
  }

  private static AggregatedHttpResponse post(
      OtdServer server, String path, String traceparent, String body) {
    return WebClient.of("http://127.0.0.1:" + server.restPort())
        .execute(
            RequestHeaders.of(HttpMethod.POST, path, "traceparent", traceparent),
            HttpData.ofUtf8(body))
        .aggregate()
        .join();
  }

  private List<Span> trace(String trace) {
    return collector.spans().stream()
        .filter(s -> HexFormat.of().formatHex(s.getTraceId().toByteArray()).equals(trace))
        .toList();
  }

  private static Span only(List<Span> spans, String name) {
    List<Span> found = spans.stream().filter(s -> s.getName().equals(name)).toList();
    assertThat(found).as(name).hasSize(1);
    return found.get(0);
  }

  private static Map<String, Object> attributes(List<KeyValue> attributes) {
    return attributes.stream()
        .collect(Collectors.toMap(KeyValue::getKey, a -> value(a.getValue())));
  }

  private static Object value(AnyValue value) {
    return value.hasIntValue() ? value.getIntValue() : value.getStringValue();
  }

  private static String parent(Span span) {
    return HexFormat.of().formatHex(span.getParentSpanId().toByteArray());
  }

  private static String id(Span span) {
    return HexFormat.of().formatHex(span.getSpanId().toByteArray());
  }

  @Test
  void rest_stage_spans_nest_in_the_request_span_under_the_client_span() throws IOException {
    String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    try (OtdServer server = start(TestSettings.FREE)) {
      assertThat(
              post(server, PREDICT, traceparent(trace, true), "{\"instances\": [1, 3]}")
                  .contentUtf8())
          .contains("0.5", "1.5");
    }
    List<Span> spans = trace(trace);
    Span request = only(spans, "v1/predict");
    assertThat(parent(request)).isEqualTo(PARENT);
    assertThat(request.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
    assertThat(attributes(request.getAttributesList()))
        .containsEntry("http.request.method", "POST")
        .containsEntry("http.response.status_code", 200L)
        .containsEntry("url.path", PREDICT)
        .containsEntry("url.scheme", "http")
        .containsEntry("client.address", "127.0.0.1")
        .containsEntry("otd.model", "tiny")
        .containsEntry("otd.version", "1")
        .containsEntry("otd.signature", "serving_default")
        .containsEntry("otd.rows", 2L);
    long end = request.getStartTimeUnixNano();
    for (String stage : List.of("queue", "decode", "session", "encode")) {
      Span span = only(spans, stage);
      assertThat(parent(span)).as(stage).isEqualTo(id(request));
      assertThat(span.getStartTimeUnixNano()).as(stage).isGreaterThanOrEqualTo(end);
      end = span.getEndTimeUnixNano();
      assertThat(end).as(stage).isGreaterThanOrEqualTo(span.getStartTimeUnixNano());
    }
    assertThat(spans).hasSize(5);
    assertThat(attributes(collector.resource())).containsEntry("service.name", "otd-serve");
  }

  @Test
  void batched_grpc_requests_share_a_run_shown_in_each_trace() throws Exception {
    String first = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    String second = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
    BatchingSettings pairs =
        new BatchingSettings(2, Integer.MAX_VALUE, 1, Optional.of(1), List.of());
    try (OtdServer server = start(TestSettings.FREE.joining(pairs))) {
      // The first batched runs are only compared; later ones answer.
      for (int i = 0; i < 20; i++) {
        ListenableFuture<PredictResponse> one = call(server, first, 2 * i);
        ListenableFuture<PredictResponse> other = call(server, second, 2 * i + 1);
        assertThat(half(one.get())).isEqualTo(i);
        assertThat(half(other.get())).isEqualTo(i + 0.5f);
      }
    }
    for (String trace : List.of(first, second)) {
      Map<String, Span> byId = trace(trace).stream().collect(Collectors.toMap(s -> id(s), s -> s));
      List<Span> joined =
          byId.values().stream()
              .filter(s -> s.getName().equals("session"))
              .filter(
                  s ->
                      Long.valueOf(2)
                          .equals(attributes(s.getAttributesList()).get("otd.batch.requests")))
              .toList();
      assertThat(joined).isNotEmpty();
      for (Span session : joined) {
        Span batch = byId.get(parent(session));
        assertThat(batch.getName()).isEqualTo("batch");
        assertThat(session.getStartTimeUnixNano())
            .isGreaterThanOrEqualTo(batch.getStartTimeUnixNano());
        assertThat(session.getEndTimeUnixNano()).isLessThanOrEqualTo(batch.getEndTimeUnixNano());
        Span request = byId.get(parent(batch));
        assertThat(request.getName()).isEqualTo("tensorflow.serving.PredictionService/Predict");
        assertThat(parent(request)).isEqualTo(PARENT);
        assertThat(attributes(request.getAttributesList()))
            .containsEntry("rpc.system", "grpc")
            .containsEntry("rpc.service", "tensorflow.serving.PredictionService")
            .containsEntry("rpc.method", "Predict")
            .containsEntry("rpc.grpc.status_code", 0L)
            .containsEntry("otd.model", "tiny");
      }
    }
  }

  private static ListenableFuture<PredictResponse> call(
      OtdServer server, String trace, float value) {
    return GrpcClients.builder("gproto+http://127.0.0.1:" + server.grpcPort())
        .setHeader("traceparent", traceparent(trace, true))
        .responseTimeoutMillis(60_000)
        .build(PredictionServiceGrpc.PredictionServiceFutureStub.class)
        .predict(
            PredictRequest.newBuilder()
                .setModelSpec(ModelSpec.newBuilder().setName("tiny"))
                .putInputs(
                    "x",
                    TensorProto.newBuilder()
                        .setDtype(DataType.DT_FLOAT)
                        .setTensorShape(
                            TensorShapeProto.newBuilder()
                                .addDim(TensorShapeProto.Dim.newBuilder().setSize(1)))
                        .addFloatVal(value)
                        .build())
                .build());
  }

  private static float half(PredictResponse reply) {
    return reply.getOutputsOrThrow("y").getFloatVal(0);
  }

  @Test
  void failures_are_traced_and_unsampled_requests_are_not_exported() throws IOException {
    String unknown = "cccccccccccccccccccccccccccccccc";
    String wrong = "dddddddddddddddddddddddddddddddd";
    String unsampled = "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
    try (OtdServer server = start(TestSettings.FREE)) {
      post(server, "/v1/models/none:predict", traceparent(unknown, true), "{\"instances\": [1]}");
      post(
          server,
          PREDICT,
          traceparent(wrong, true),
          "{\"signature_name\": \"matmul\", \"inputs\": {\"a\": [[1]], \"b\": [[1], [2]]}}");
      post(server, PREDICT, traceparent(unsampled, false), "{\"instances\": [1]}");
      WebClient.of("http://127.0.0.1:" + server.restPort()).get("/metrics").aggregate().join();
    }
    assertThat(trace(unknown)).extracting(Span::getName).containsOnly("v1/predict", "queue");
    assertThat(attributes(only(trace(unknown), "v1/predict").getAttributesList()))
        .containsEntry("http.response.status_code", 404L)
        .doesNotContainKey("otd.model");
    Span session = only(trace(wrong), "session");
    assertThat(session.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
    assertThat(session.getStatus().getMessage()).contains("Matrix size-incompatible");
    assertThat(collector.spans().size()).isEqualTo(trace(unknown).size() + trace(wrong).size());
  }

  @Test
  void scraped_metrics_are_also_exported_with_their_names_and_labels() throws IOException {
    String page;
    try (OtdServer server = start(TestSettings.FREE)) {
      for (int i = 0; i < 3; i++) {
        post(server, PREDICT, "", "{\"instances\": [1, 2]}");
      }
      page =
          WebClient.of("http://127.0.0.1:" + server.restPort())
              .get("/metrics")
              .aggregate()
              .join()
              .contentUtf8();
    }
    assertThat(page)
        .contains(
            "otd_request_rows_total{model=\"tiny\",signature=\"serving_default\",version=\"1\"} 6.0");
    Metric rows = last("otd_request_rows");
    assertThat(rows.getSum().getIsMonotonic()).isTrue();
    assertThat(rows.getSum().getDataPoints(0).getAsDouble()).isEqualTo(6);
    assertThat(attributes(rows.getSum().getDataPoints(0).getAttributesList()))
        .containsEntry("model", "tiny")
        .containsEntry("version", "1")
        .containsEntry("signature", "serving_default");
    Metric duration = last("otd_request_duration_seconds");
    assertThat(duration.getUnit()).isEqualTo("s");
    HistogramDataPoint predictions =
        duration.getHistogram().getDataPointsList().stream()
            .filter(p -> "predict".equals(attributes(p.getAttributesList()).get("method")))
            .findFirst()
            .orElseThrow();
    assertThat(predictions.getCount()).isEqualTo(3);
    assertThat(predictions.getBucketCountsList().stream().mapToLong(c -> c).sum()).isEqualTo(3);
    assertThat(predictions.getExplicitBoundsList()).startsWith(0.0005).endsWith(10.0);
    assertThat(predictions.getSum()).isPositive();
    assertThat(last("jvm_threads_live_threads").getGauge().getDataPoints(0).getAsDouble())
        .isPositive();
    assertThat(last("jvm_memory_used_bytes").getUnit()).isEqualTo("By");
  }

  private Metric last(String name) {
    List<Metric> found =
        collector.metrics().stream().filter(m -> m.getName().equals(name)).toList();
    assertThat(found).as(name).isNotEmpty();
    return found.get(found.size() - 1);
  }

  @Test
  void settings_rejected_by_the_sdk_are_named() {
    assertThatThrownBy(() -> start(TestSettings.FREE, "otel.traces.exporter", "pigeon"))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("OpenTelemetry")
        .hasMessageContaining("pigeon");
  }
}
