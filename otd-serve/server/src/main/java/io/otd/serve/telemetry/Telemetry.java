// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.telemetry;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.ServerBuilder;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.otd.core.internal.check.Check;
import io.otd.serve.internal.lifecycle.VersionId;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.LoggerFactory;

/**
 * Watches the requests of one or more servers: metrics for Prometheus, and a log of accesses, by
 * the name {@code io.otd.serve.access}.
 */
public final class Telemetry implements AutoCloseable {
  /** The paths of the metrics; the second is TensorFlow Serving's. */
  static final List<String> METRICS = List.of("/metrics", "/monitoring/prometheus/metrics");

  private static final MediaType PROMETHEUS =
      MediaType.parse("text/plain; version=0.0.4; charset=utf-8");

  private final PrometheusMeterRegistry registry;
  private final RequestMetrics metrics;
  private final AccessLog log;

  private Telemetry(AccessLog log) {
    this.log = log;
    registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    metrics = new RequestMetrics(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
  }

  /**
   * Starts without connections.
   *
   * @param loggedShare of the requests that the access log shows, from 0 to 1; those that failed by
   *     the server's fault are always shown
   */
  public static Telemetry logging(double loggedShare) {
    return logging(loggedShare, LoggerFactory.getLogger("io.otd.serve.access")::info);
  }

  /** The same with a log of one's own. */
  static Telemetry logging(double loggedShare, Consumer<String> lines) {
    Check.that(loggedShare >= 0 && loggedShare <= 1, "logged share", loggedShare, "from 0 to 1");
    return new Telemetry(new AccessLog(loggedShare, lines));
  }

  /** Watches all requests of a server. */
  public void watch(ServerBuilder server) {
    server.meterRegistry(registry);
    server.decorator(
        (delegate, context, request) -> {
          CompletableFuture<?> unused =
              context.log().whenComplete().thenAccept(ended -> record(EndedRequest.of(ended)));
          return delegate.serve(context, request);
        });
  }

  /** Adds the page of the metrics to a server. */
  public void publish(ServerBuilder server) {
    METRICS.forEach(path -> server.service(path, (context, request) -> page()));
  }

  /**
   * Counts a run of a model whose requests are joined.
   *
   * @param signature as the model names it
   * @param requests that the run answers
   */
  public void ran(VersionId id, String signature, int requests, long rows) {
    metrics.ran(
        Tags.of(
            "model", id.model(), "version", Long.toString(id.version()), "signature", signature),
        requests,
        rows);
  }

  /**
   * Shows the bytes that requests occupy.
   *
   * @param requests bytes of all requests together
   * @param replies bytes of their replies
   */
  public void showPending(LongSupplier requests, LongSupplier replies) {
    Gauge.builder("otd.pending.request.bytes", requests::getAsLong)
        .description("Bytes of all requests that are unanswered or still run")
        .register(registry);
    Gauge.builder("otd.pending.reply.bytes", replies::getAsLong)
        .description("Bytes of the replies that are made at this moment, as estimated")
        .register(registry);
  }

  /** Shows further metrics, collected at each question. */
  public void show(MultiCollector metrics) {
    registry.getPrometheusRegistry().register(metrics);
  }

  /** Current values of all metrics. */
  public MetricSnapshots collected() {
    return registry.getPrometheusRegistry().scrape();
  }

  private HttpResponse page() {
    return HttpResponse.of(HttpStatus.OK, PROMETHEUS, registry.scrape());
  }

  private void record(EndedRequest request) {
    metrics.record(request);
    log.record(request);
  }

  @Override
  public void close() {
    registry.close();
  }
}
