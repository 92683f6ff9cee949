// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.otlp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;

/** Receives OTLP over HTTP, and decodes it by OpenTelemetry's published messages. */
final class CollectorStandIn implements AutoCloseable {
  private final HttpServer server;
  private final List<ExportTraceServiceRequest> traces = new CopyOnWriteArrayList<>();
  private final List<ExportMetricsServiceRequest> metrics = new CopyOnWriteArrayList<>();

  CollectorStandIn() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/traces",
        call -> receive(call, in -> traces.add(ExportTraceServiceRequest.parseFrom(in))));
    server.createContext(
        "/v1/metrics",
        call -> receive(call, in -> metrics.add(ExportMetricsServiceRequest.parseFrom(in))));
    server.start();
  }

  private interface Reader {
    boolean read(InputStream in) throws IOException;
  }

  /** Data is stored before the sender learns that it has arrived. */
  private static void receive(HttpExchange call, Reader reader) throws IOException {
    boolean packed = "gzip".equals(call.getRequestHeaders().getFirst("Content-Encoding"));
    try (call;
        InputStream in =
            packed ? new GZIPInputStream(call.getRequestBody()) : call.getRequestBody()) {
      call.getResponseHeaders().add("Content-Type", "application/x-protobuf");
      call.sendResponseHeaders(reader.read(in) ? 200 : 500, -1);
    }
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  List<Span> spans() {
    return traces.stream()
        .flatMap(t -> t.getResourceSpansList().stream())
        .flatMap(r -> r.getScopeSpansList().stream())
        .flatMap(s -> s.getSpansList().stream())
        .toList();
  }

  List<KeyValue> resource() {
    return traces.get(0).getResourceSpans(0).getResource().getAttributesList();
  }

  /** The latest data of each name comes last. */
  List<Metric> metrics() {
    return metrics.stream()
        .flatMap(m -> m.getResourceMetricsList().stream())
        .flatMap(r -> r.getScopeMetricsList().stream())
        .flatMap(s -> s.getMetricsList().stream())
        .toList();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
