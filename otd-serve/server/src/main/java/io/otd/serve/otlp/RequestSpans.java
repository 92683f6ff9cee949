// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.otlp;

import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.logging.RequestLog;
import com.linecorp.armeria.common.logging.RequestLogProperty;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.otd.serve.telemetry.EndedRequest;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A span for each request to a model, a child of the client's where its headers name one. gRPC
 * metadata are HTTP headers, so one place reads both. Names of spans and attributes are those of
 * OpenTelemetry's conventions for HTTP and RPC; what is our own begins with {@code otd.}.
 *
 * @param propagator reads the client's context
 */
record RequestSpans(Tracer tracer, TextMapPropagator propagator) {
  /** Other paths are those of probes, of the page and of metrics collectors. */
  private static final List<String> WATCHED =
      List.of("/v1/models", "/v2/models", "/v2/repository", "/tensorflow.serving.", "/inference.");

  private static final Set<String> PROBES =
      Set.of(
          "/inference.GRPCInferenceService/ServerLive",
          "/inference.GRPCInferenceService/ServerReady");

  private static final TextMapGetter<RequestHeaders> HEADERS =
      new TextMapGetter<>() {
        @Override
        public @Nullable String get(@Nullable RequestHeaders headers, String key) {
          return headers == null ? null : headers.get(key);
        }
      };

  void watch(ServerBuilder server) {
    server.decorator(
        (delegate, context, request) -> {
          if (isWatched(request.path())) {
            begin(context, request.headers());
          }
          return delegate.serve(context, request);
        });
  }

  private static boolean isWatched(String path) {
    return WATCHED.stream().anyMatch(path::startsWith) && !PROBES.contains(path);
  }

  private void begin(ServiceRequestContext context, RequestHeaders headers) {
    RequestLog log = context.log().ensureAvailable(RequestLogProperty.REQUEST_START_TIME);
    Context client = propagator.extract(Context.root(), headers, HEADERS);
    Span span =
        tracer
            .spanBuilder(headers.method().name())
            .setSpanKind(SpanKind.SERVER)
            .setParent(client)
            .setStartTimestamp(log.requestStartTimeMicros(), TimeUnit.MICROSECONDS)
            .startSpan();
    if (!span.isRecording()) {
      return; // Not sampled: nothing more to do.
    }
    TracedRequest traced =
        new TracedRequest(
            tracer,
            span,
            TimeUnit.MICROSECONDS.toNanos(log.requestStartTimeMicros()),
            log.requestStartTimeNanos());
    traced.attach(context);
    CompletableFuture<?> unused =
        context.log().whenComplete().thenAccept(ended -> end(traced, span, ended));
  }

  private static void end(TracedRequest traced, Span span, RequestLog log) {
    EndedRequest ended = EndedRequest.of(log);
    span.updateName(log.fullName());
    if (ended.protocol().equals("grpc")) {
      span.setAttribute("rpc.system", "grpc");
      span.setAttribute("rpc.service", String.valueOf(log.serviceName()));
      span.setAttribute("rpc.method", log.name());
      span.setAttribute("rpc.grpc.status_code", grpcCode(ended));
    } else {
      span.setAttribute("http.request.method", log.requestHeaders().method().name());
      span.setAttribute("url.path", log.context().path());
      span.setAttribute("url.scheme", log.sessionProtocol().isTls() ? "https" : "http");
      span.setAttribute("http.response.status_code", Long.parseLong(ended.status()));
    }
    span.setAttribute("client.address", ended.client());
    if (!ended.trace().model().isEmpty()) {
      span.setAttribute("otd.model", ended.trace().model());
      span.setAttribute("otd.version", ended.trace().version());
      span.setAttribute("otd.signature", ended.trace().signature());
      span.setAttribute("otd.rows", ended.trace().rows());
    }
    if (ended.isFault()) {
      span.setStatus(StatusCode.ERROR);
    }
    span.end(traced.at(log.responseEndTimeNanos()), TimeUnit.NANOSECONDS);
  }

  private static long grpcCode(EndedRequest ended) {
    return io.otd.serve.internal.status.StatusCode.valueOf(ended.status()).number();
  }
}
