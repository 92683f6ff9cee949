// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import io.otd.core.metrics.CoverageLevels;
import io.otd.serve.adapt.AdaptedReport;
import io.otd.serve.telemetry.MetricValues;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.math.BigDecimal;

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
    MetricValues values = new MetricValues("otd_monitor_");
    for (VersionReport version : monitor.reports()) {
      Labels labels = MetricValues.labels(version.id());
      values.set(
          "waiting",
          "Rows predicted, remembered, and not observed yet",
          labels,
          (double) version.waiting());
      version.targets().stream()
          .filter(target -> target.total().observations() > 0)
          .forEach(target -> add(values, labels, target, version.targets().size()));
    }
    return values.snapshots();
  }

  private static void add(MetricValues values, Labels version, TargetReport report, int targets) {
    Labels labels = version.add("target", report.target());
    MonitorScores total = report.total();
    MonitorScores window = report.window();
    values.count("observations", "Observations of predictions", labels, total.observations());
    for (int bin = 0; bin < MonitorScores.PIT_BINS; bin++) {
      String upper =
          BigDecimal.valueOf(bin + 1L)
              .divide(BigDecimal.valueOf(MonitorScores.PIT_BINS))
              .toPlainString();
      values.count(
          "pit",
          "Observations by their position in the predicted distribution, up to the upper end of a twentieth",
          labels.add("upper", upper),
          total.pit().get(bin));
    }
    for (int i = 0; i < MonitorScores.LEVELS.size(); i++) {
      Labels level = labels.add("level", CoverageLevels.text(MonitorScores.LEVELS.get(i)));
      values.count(
          "covered",
          "Observations that the interval of a level held",
          level,
          total.covered().get(i));
      values.set(
          "coverage",
          "Share of the latest observations that the interval of a level held",
          level,
          window.coverage(i));
    }
    values.set(
        "width",
        "Mean width of the latest intervals of a level",
        labels.add("level", WIDTH_LEVEL),
        window.width());
    values.set(
        "crps",
        "Mean continuous ranked probability score of the latest observations",
        labels,
        window.crps());
    values.set(
        "bias",
        "Mean of predicted mean minus observed value, of the latest observations",
        labels,
        window.bias());
    GroupMetrics.add(values, labels, report.byGroup(), targets);
    report.adapted().forEach(adapted -> add(values, labels, adapted));
  }

  private static void add(MetricValues values, Labels target, AdaptedReport report) {
    Labels level = target.add("level", CoverageLevels.text(report.level()));
    Labels labels = report.group().isEmpty() ? level : level.add("group", report.group());
    values.set(
        "adapted_level",
        "Level that stands in for the nominal one, by the observations",
        labels,
        report.adapted());
    values.set(
        "adapted_factor",
        "Factor that stretches the interval of a level about its middle",
        labels,
        report.factor());
    if (!Double.isNaN(report.coverage())) {
      values.set(
          "adapted_coverage",
          "Share of the observations that the adapted interval held",
          labels,
          report.coverage());
    }
  }
}
