// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.otlp;

import com.linecorp.armeria.server.ServerBuilder;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.resources.Resource;
import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.servable.ServedModel;
import io.otd.serve.telemetry.Telemetry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Sends spans and metrics to a collector by OTLP over HTTP. OpenTelemetry's SDK reads its settings
 * from the environment ({@code OTEL_*}) and from system properties ({@code otel.*}).
 */
public final class OtlpExport implements AutoCloseable {
  /** Names what makes the spans. */
  private static final String SCOPE = "io.otd.serve";

  private static final AttributeKey<String> SERVICE = AttributeKey.stringKey("service.name");

  /** The SDK's name of an unnamed service. */
  private static final String UNNAMED = "unknown_service";

  /**
   * Settings for which the SDK would choose otherwise: its other protocol needs a library that is
   * not included.
   */
  private static final Map<String, String> DEFAULTS =
      Map.of("otel.exporter.otlp.protocol", "http/protobuf", "otel.logs.exporter", "none");

  private final OpenTelemetrySdk sdk;
  private final RequestSpans spans;
  private final LongSupplier nanos;

  @SuppressWarnings("ThreadLocalUsage") // one server, which lives as long as its threads
  private final ThreadLocal<ModelRun> lastRun = new ThreadLocal<>();

  private OtlpExport(OpenTelemetrySdk sdk, LongSupplier nanos) {
    this.sdk = sdk;
    this.nanos = nanos;
    Tracer tracer = sdk.getTracer(SCOPE);
    spans = new RequestSpans(tracer, sdk.getPropagators().getTextMapPropagator());
  }

  /**
   * Starts to send.
   *
   * @param telemetry has the metrics
   * @param clock for the times of the metrics
   * @param nanos the time, from {@link System#nanoTime}, like the starts of requests
   * @throws UncheckedIOException if the SDK rejects its settings
   */
  public static OtlpExport start(Telemetry telemetry, InstantSource clock, LongSupplier nanos) {
    OpenTelemetrySdk sdk;
    try {
      sdk =
          AutoConfiguredOpenTelemetrySdk.builder()
              .disableShutdownHook()
              .addPropertiesSupplier(() -> DEFAULTS)
              .addResourceCustomizer((resource, environment) -> named(resource))
              .addMeterProviderCustomizer(
                  (provider, environment) ->
                      provider.registerMetricProducer(
                          new CollectedMetrics(telemetry::collected, clock)))
              .build()
              .getOpenTelemetrySdk();
    } catch (RuntimeException e) {
      throw new UncheckedIOException(new IOException("OpenTelemetry: " + reason(e), e));
    }
    return new OtlpExport(sdk, nanos);
  }

  private static Resource named(Resource resource) {
    String name = resource.getAttribute(SERVICE);
    return name == null || name.startsWith(UNNAMED)
        ? resource.toBuilder().put(SERVICE, "otd-serve").build()
        : resource;
  }

  /** The innermost message is the one that names the setting. */
  private static String reason(Throwable failure) {
    Throwable inner = failure;
    while (inner.getCause() != null) {
      inner = inner.getCause();
    }
    return String.valueOf(inner.getMessage());
  }

  /** Makes a span of each request to a model. */
  public void watch(ServerBuilder server) {
    spans.watch(server);
  }

  /** Shows how long requests wait for a thread. */
  public Executor queue(Executor requests) {
    return new TracedExecutor(requests, nanos);
  }

  /** Shows the runs of a model. */
  public ServedModel session(ServedModel model) {
    return new TracedModel(model, false, lastRun, nanos);
  }

  /** Shows the time of requests from waiting to be joined until they are answered. */
  public ServedModel batch(ServedModel joining) {
    return new TracedModel(joining, true, lastRun, nanos);
  }

  /** Records, for the request that a caller waits for, the run that answers it. */
  public Supplier<Caller> callers(Supplier<Caller> callers) {
    return () -> TracedCaller.of(callers.get(), lastRun);
  }

  /** Sends the remaining data; at most ten seconds each for spans and metrics. */
  @Override
  public void close() {
    sdk.close();
  }
}
