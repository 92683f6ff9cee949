// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.predict.InputCells;
import io.otd.predict.PredictedLaws;
import io.otd.serve.adapt.GroupColumn;
import io.otd.serve.internal.lifecycle.VersionId;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
                id,
                new VersionId("m", version),
                MonitorTest.model(List.of("y")),
                DRAWS.length,
                MonitorTest.NO_CELLS)
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

  /** Even rows are observed at 20, odd ones at 21. */
  private void observe(String... sites) {
    Monitor large = new Monitor(2 * sites.length, Clock.systemUTC());
    registry.getPrometheusRegistry().register(new MonitorMetrics(large));
    MonitoredModel served =
        MonitorTest.model(
            List.of("y"),
            Optional.of(new GroupColumn("site", false, 0)),
            ConformalCalibration.NONE);
    Recording recording =
        large
            .record(
                "p",
                new VersionId("m", 1),
                served,
                DRAWS.length,
                new InputCells(new float[0], sites, sites.length))
            .orElseThrow();
    List<Observation> observed = new ArrayList<>();
    for (int i = 0; i < sites.length; i++) {
      recording.row(PredictedLaws.of(DRAWS));
      observed.add(
          new Observation("p", OptionalInt.of(i), new Observation.InOrder(List.of(20.0 + i % 2))));
    }
    recording.end();
    large.observe("m", OptionalLong.empty(), observed);
  }

  @Test
  void groups_with_enough_observations_have_metrics() {
    String[] sites = new String[100];
    Arrays.setAll(sites, i -> i % 2 == 0 ? "a" : i < 60 ? "b" : "c" + i);
    observe(sites);
    String labels = "{group=\"%s\",level=\"0.9\",model=\"m\",target=\"y\",version=\"1\"} ";
    assertThat(registry.scrape())
        .contains(
            "otd_monitor_group_observations{group=\"a\",model=\"m\",target=\"y\",version=\"1\"} 50.0",
            "otd_monitor_group_coverage" + labels.formatted("b") + "1.0",
            "otd_monitor_group_coverage_low" + labels.formatted("a") + "0.",
            "otd_monitor_group_coverage_high" + labels.formatted("a") + "1.0")
        .doesNotContain("c61", "(all others)", "otd_monitor_group_conformal");
  }

  @Test
  void a_group_named_like_the_missing_cells_or_the_rare_ones_has_metrics() {
    String[] sites = new String[300];
    Arrays.setAll(
        sites,
        i ->
            switch (i % 5) {
              case 0 -> "(missing)";
              case 1 -> "";
              case 2 -> "(all others)";
              default -> "site " + i;
            });
    observe(sites);
    String rows =
        "otd_monitor_group_observations" + "{group=\"%s\",model=\"m\",target=\"y\",version=\"1\"} ";
    assertThat(registry.scrape())
        .containsOnlyOnce(rows.formatted("(missing)") + "60.0")
        .containsOnlyOnce(rows.formatted("(all others)") + "60.0");
  }

  @Test
  void a_forgotten_version_exposes_no_metrics() {
    registry.getPrometheusRegistry().register(new MonitorMetrics(monitor));
    predict("a", 1);
    predict("b", 2);
    observe("a", 5);
    monitor.forget(new VersionId("m", 1));
    assertThat(registry.scrape())
        .doesNotContain("version=\"1\"")
        .contains("otd_monitor_waiting{model=\"m\",version=\"2\"} 1.0");
  }
}
