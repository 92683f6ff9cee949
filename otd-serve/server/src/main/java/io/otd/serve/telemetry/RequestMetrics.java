// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.telemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** Counts and times requests, by model, version, signature, protocol, method and status. */
record RequestMetrics(MeterRegistry registry) {
  private static final Duration[] BUCKETS = {
    Duration.ofNanos(500_000),
    Duration.ofMillis(1),
    Duration.ofMillis(2),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofMillis(2500),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10)
  };

  private static final double[] SIZES = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};

  void record(EndedRequest request) {
    RequestTrace trace = request.trace();
    Tags model =
        Tags.of("model", trace.model(), "version", trace.version(), "signature", trace.signature());
    Timer.builder("otd.request.duration")
        .description("Requests, from their first byte to the last byte of the answer")
        .serviceLevelObjectives(BUCKETS)
        .tags(
            model.and(
                "protocol", request.protocol(),
                "method", request.method(),
                "status", request.status()))
        .register(registry)
        .record(request.duration());
    if (trace.rows() > 0) {
      Counter.builder("otd.request.rows")
          .description("Requested rows")
          .tags(model)
          .register(registry)
          .increment((double) trace.rows());
    }
  }

  /** A run of requests that may be joined. */
  void ran(Tags model, int requests, long rows) {
    DistributionSummary.builder("otd.batch.rows")
        .description("Rows of a run, without padding")
        .serviceLevelObjectives(SIZES)
        .tags(model)
        .register(registry)
        .record((double) rows);
    DistributionSummary.builder("otd.batch.requests")
        .description("Requests joined in a run")
        .serviceLevelObjectives(SIZES)
        .tags(model)
        .register(registry)
        .record(requests);
  }
}
