// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.drift;

import io.otd.serve.telemetry.VersionLabels;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;

/**
 * Current distance of live rows from training rows, by model, version and feature.
 *
 * @param drift read at each collection
 */
public record DriftMetrics(Drift drift) implements MultiCollector {
  @Override
  public MetricSnapshots collect() {
    GaugeSnapshot.Builder rows = gauge("rows", "Rows of the window that is compared");
    GaugeSnapshot.Builder outside =
        gauge("outside_rows", "Rows of the window outside the training range of a column");
    GaugeSnapshot.Builder psi =
        gauge("psi", "Population stability index of the window against the training rows");
    GaugeSnapshot.Builder ks =
        gauge("ks", "Kolmogorov-Smirnov distance of the window from the training rows");
    GaugeSnapshot.Builder missing = gauge("missing", "Share of the window's missing cells");
    GaugeSnapshot.Builder exceeded =
        gauge("exceeded", "1 if PSI or distance is above its threshold and chance, else 0");
    for (DriftReport report : drift.reports()) {
      Labels version = VersionLabels.of(report.id());
      set(rows, version, (double) report.rows());
      set(outside, version, (double) report.outside());
      for (FeatureDrift feature : report.features()) {
        Labels labels = version.add("feature", feature.feature()).add("kind", feature.kind());
        if (feature.rows() > 0) {
          set(missing, labels, feature.missing());
          set(exceeded, labels, feature.drifted() ? 1 : 0);
        }
        if (!Double.isNaN(feature.psi())) {
          set(psi, labels, feature.psi());
        }
        if (!Double.isNaN(feature.ks())) {
          set(ks, labels, feature.ks());
        }
      }
    }
    return new MetricSnapshots(
        List.of(
            rows.build(),
            outside.build(),
            psi.build(),
            ks.build(),
            missing.build(),
            exceeded.build()));
  }

  private static GaugeSnapshot.Builder gauge(String name, String help) {
    return GaugeSnapshot.builder().name("otd_drift_" + name).help(help);
  }

  private static void set(GaugeSnapshot.Builder metric, Labels labels, double value) {
    metric.dataPoint(GaugeDataPointSnapshot.builder().labels(labels).value(value).build());
  }
}
