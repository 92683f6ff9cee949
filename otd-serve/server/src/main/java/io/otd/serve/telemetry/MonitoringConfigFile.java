// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.telemetry;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.serve.proto.MonitoringConfig;
import io.otd.serve.proto.PrometheusConfig;
import io.otd.serve.registry.TextMessages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * TensorFlow Serving's file of settings of the metrics. They are always on, at fixed paths: a file
 * that agrees with this is accepted.
 */
public final class MonitoringConfigFile {
  private MonitoringConfigFile() {}

  /**
   * Checks a file: {@code MonitoringConfig} in protobuf's text form.
   *
   * @throws InvalidFileException naming line and column, or the setting, if it is invalid
   * @throws IOException if it cannot be read
   */
  public static void require(Path file) throws IOException {
    boolean unused =
        TextMessages.read(file, MonitoringConfig.newBuilder(), message -> met(message.build()));
  }

  private static boolean met(MonitoringConfig message) {
    PrometheusConfig prometheus = message.getPrometheusConfig();
    if (!prometheus.getEnable()) {
      throw new IllegalArgumentException(
          "prometheus_config.enable: false (expected: true; the metrics are always on)");
    }
    List<String> places = Telemetry.METRICS;
    if (!prometheus.getPath().isEmpty() && !places.contains(prometheus.getPath())) {
      throw new IllegalArgumentException(
          "prometheus_config.path: \"%s\" (expected: %s)"
              .formatted(prometheus.getPath(), String.join(" or ", places)));
    }
    return true;
  }
}
