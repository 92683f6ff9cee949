// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.telemetry;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.files.InvalidFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MonitoringConfigFileTest {
  @TempDir Path directory;

  private void require(String text) throws IOException {
    MonitoringConfigFile.require(Files.writeString(directory.resolve("monitoring"), text));
  }

  /** The format in TensorFlow Serving's guide. */
  @Test
  void accepts_a_tensorflow_serving_file() throws IOException {
    require(
        """
        prometheus_config {
          enable: true,
          path: "/monitoring/prometheus/metrics"
        }
        """);
    require("prometheus_config { enable: true }");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "prometheus_config { path: '/metrics' } | prometheus_config.enable: false (expected: true",
        "prometheus_config { enable: true path: '/m' } | path: \"/m\" (expected: /metrics or"
            + " /monitoring",
        "prometheus { } | line:column 1:1"
      })
  void rejects_unsupported_settings(String text, String message) {
    assertThatThrownBy(() -> require(text.replace('\'', '"')))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining(message);
  }
}
