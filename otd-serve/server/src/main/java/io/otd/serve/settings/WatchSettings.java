// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Settings of logs, metrics and traces.
 *
 * @param accessLog share of the requests in the access log
 * @param monitorPredictions stored until they are observed; 0 for none
 * @param monitorBy input column by whose groups coverage is reported; empty for none
 * @param opentelemetry whether spans and metrics go to a collector
 * @param monitoringConfigFile in TensorFlow Serving's format
 */
public record WatchSettings(
    @Setting(value = "Fraction of the requests to log, from 0 to 1.", atLeast = 0, atMost = 1)
        @Flags(value = "--access-log", label = "SHARE")
        double accessLog,
    @Setting(
            value =
                "Maximum number of predictions of all models to store until their observed values arrive; 0 for none.",
            atLeast = 0)
        @Flags(value = "--monitor-predictions", label = "N")
        int monitorPredictions,
    @Setting("Input column by whose groups the monitor reports coverage, too.")
        @Flags(value = "--monitor-by", label = "COL")
        Optional<String> monitorBy,
    @Setting(
            "Send spans of the requests, and the metrics, to a collector by OTLP over HTTP. The variables OTEL_* of OpenTelemetry's SDK configure it.")
        @Flags("--opentelemetry")
        boolean opentelemetry,
    @Setting(
            "Settings of the metrics, in the MonitoringConfig format of TensorFlow Serving. Metrics stay on.")
        @Flags(value = "--monitoring_config_file", label = "FILE")
        Optional<Path> monitoringConfigFile) {
  /** No log, no collector. */
  static final WatchSettings DEFAULT =
      new WatchSettings(0, 100_000, Optional.empty(), false, Optional.empty());
}
