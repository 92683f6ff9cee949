// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.otd.predict.PredictedLaws;
import io.otd.serve.adapt.GroupedRows;
import java.time.Clock;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Prometheus metrics of predictions. */
class MonitorMetricsTest {
  /** 1, 2, ..., 40. */
  private static final float[] DRAWS = new float[40];

  static {
    for (int i = 0; i < DRAWS.length; i++) {
      DRAWS[i] = i + 1;
    }
  }

  private final Monitor monitor = new Monitor(10, Clock.systemUTC());
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  @AfterEach
  void close() {
    registry.close();
  }

  private void predict(String id, long version) {
    Recording recording =
        monitor
            .record(
                id, "m", version, MonitorTest.model(List.of("y")), DRAWS.length, GroupedRows.NONE)
            .orElseThrow();
    recording.row(PredictedLaws.of(DRAWS));
    recording.end();
  }

  private void observe(String id, double value) {
    monitor.observe(
        "m",
        OptionalLong.empty(),
        List.of(new Observation(id, OptionalInt.empty(), new Observation.InOrder(List.of(value)))));
  }

  @Test
  void metrics_are_labelled_with_model_version_and_target() {
    registry.getPrometheusRegistry().register(new MonitorMetrics(monitor));
    assertThat(registry.scrape()).doesNotContain("otd_monitor");
    predict("waits", 1);
    assertThat(registry.scrape())
        .contains("otd_monitor_waiting{model=\"m\",version=\"1\"} 1.0")
        .doesNotContain("otd_monitor_coverage", "otd_monitor_observations_total");
    predict("a", 1);
    predict("b", 1);
    observe("a", 5);
    observe("b", 1000);
    String labels = "model=\"m\",target=\"y\",version=\"1\"";
    String level = "{level=\"%s\"," + labels + "} ";
    assertThat(registry.scrape())
        .contains("otd_monitor_observations_total{" + labels + "} 2.0")
        .contains("otd_monitor_coverage" + level.formatted("0.9") + "0.5")
        .contains("otd_monitor_covered_total" + level.formatted("0.95") + "1.0")
        .contains("otd_monitor_width" + level.formatted("0.9") + "36.0")
        .contains("otd_monitor_bias{" + labels + "} -482.0")
        .contains("otd_monitor_crps{" + labels + "} ")
        .contains("otd_monitor_pit_total{model=\"m\",target=\"y\",upper=\"1\",version=\"1\"} 1.0")
        .contains(
            "otd_monitor_pit_total{model=\"m\",target=\"y\",upper=\"0.05\",version=\"1\"} 0.0");
  }

  @Test
  void a_forgotten_version_exposes_no_metrics() {
    registry.getPrometheusRegistry().register(new MonitorMetrics(monitor));
    predict("a", 1);
    predict("b", 2);
    observe("a", 5);
    monitor.forget("m", 1);
    assertThat(registry.scrape())
        .doesNotContain("version=\"1\"")
        .contains("otd_monitor_waiting{model=\"m\",version=\"2\"} 1.0");
  }
}
