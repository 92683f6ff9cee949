// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import io.otd.core.metrics.CoverageLevels;
import io.otd.serve.adapt.AdaptedReport;
import io.otd.serve.telemetry.VersionLabels;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Quality of predictions, by model, version and target, read on request: nothing needs to be
 * removed when a version is unloaded. Gauges are over the latest observations, counters over all; a
 * target without observations shows none.
 *
 * @param monitor read at each collection
 */
public record MonitorMetrics(Monitor monitor) implements MultiCollector {
  private static final String WIDTH_LEVEL = CoverageLevels.text(MonitorScores.WIDTH_LEVEL);

  @Override
  public MetricSnapshots collect() {
    Builders builders = new Builders();
    for (VersionReport version : monitor.reports()) {
      Labels labels = VersionLabels.of(version.id());
      set(builders.waiting, labels, (double) version.waiting());
      version.targets().stream()
          .filter(target -> target.total().observations() > 0)
          .forEach(target -> builders.add(labels, target, version.targets().size()));
    }
    return builders.build();
  }

  /** A metric of the monitor. */
  static GaugeSnapshot.Builder gauge(String name, String help) {
    return GaugeSnapshot.builder().name("otd_monitor_" + name).help(help);
  }

  /** Adds a value. */
  static void set(GaugeSnapshot.Builder metric, Labels labels, double value) {
    metric.dataPoint(GaugeDataPointSnapshot.builder().labels(labels).value(value).build());
  }

  /** The metrics, as they fill. */
  private static final class Builders {
    private final GaugeSnapshot.Builder waiting =
        gauge("waiting", "Rows predicted, remembered, and not observed yet");
    private final CounterSnapshot.Builder observations =
        counter("observations", "Observations of predictions");
    private final CounterSnapshot.Builder covered =
        counter("covered", "Observations that the interval of a level held");
    private final CounterSnapshot.Builder pit =
        counter(
            "pit",
            "Observations by their position in the predicted distribution, up to the upper end of a twentieth");
    private final GaugeSnapshot.Builder coverage =
        gauge("coverage", "Share of the latest observations that the interval of a level held");
    private final GaugeSnapshot.Builder width =
        gauge("width", "Mean width of the latest intervals of a level");
    private final GaugeSnapshot.Builder crps =
        gauge("crps", "Mean continuous ranked probability score of the latest observations");
    private final GaugeSnapshot.Builder bias =
        gauge("bias", "Mean of predicted mean minus observed value, of the latest observations");

    private final GroupMetrics groups = new GroupMetrics();
    private final GaugeSnapshot.Builder adaptedLevel =
        gauge("adapted_level", "Level that stands in for the nominal one, by the observations");
    private final GaugeSnapshot.Builder adaptedFactor =
        gauge("adapted_factor", "Factor that stretches the interval of a level about its middle");
    private final GaugeSnapshot.Builder adaptedCoverage =
        gauge("adapted_coverage", "Share of the observations that the adapted interval held");

    private static CounterSnapshot.Builder counter(String name, String help) {
      return CounterSnapshot.builder().name("otd_monitor_" + name).help(help);
    }

    private void add(Labels version, TargetReport report, int targets) {
      Labels labels = version.add("target", report.target());
      MonitorScores total = report.total();
      MonitorScores window = report.window();
      count(observations, labels, total.observations());
      for (int bin = 0; bin < MonitorScores.PIT_BINS; bin++) {
        String upper =
            BigDecimal.valueOf(bin + 1L)
                .divide(BigDecimal.valueOf(MonitorScores.PIT_BINS))
                .toPlainString();
        count(pit, labels.add("upper", upper), total.pit().get(bin));
      }
      for (int i = 0; i < MonitorScores.LEVELS.size(); i++) {
        Labels level = labels.add("level", CoverageLevels.text(MonitorScores.LEVELS.get(i)));
        count(covered, level, total.covered().get(i));
        set(coverage, level, window.coverage(i));
      }
      set(width, labels.add("level", WIDTH_LEVEL), window.width());
      set(crps, labels, window.crps());
      set(bias, labels, window.bias());
      groups.add(labels, report.byGroup(), targets);
      report.adapted().forEach(adapted -> add(labels, adapted));
    }

    private void add(Labels target, AdaptedReport report) {
      Labels level = target.add("level", CoverageLevels.text(report.level()));
      Labels labels = report.group().isEmpty() ? level : level.add("group", report.group());
      set(adaptedLevel, labels, report.adapted());
      set(adaptedFactor, labels, report.factor());
      if (!Double.isNaN(report.coverage())) {
        set(adaptedCoverage, labels, report.coverage());
      }
    }

    private static void count(CounterSnapshot.Builder metric, Labels labels, long value) {
      metric.dataPoint(
          CounterDataPointSnapshot.builder().labels(labels).value((double) value).build());
    }

    private MetricSnapshots build() {
      List<MetricSnapshot> all = new ArrayList<>(groups.snapshots());
      all.addAll(
          List.of(
              waiting.build(),
              observations.build(),
              covered.build(),
              pit.build(),
              coverage.build(),
              width.build(),
              crps.build(),
              bias.build(),
              adaptedLevel.build(),
              adaptedFactor.build(),
              adaptedCoverage.build()));
      return new MetricSnapshots(all);
    }
  }
}
