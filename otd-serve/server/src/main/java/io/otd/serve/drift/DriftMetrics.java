// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.drift;

import io.otd.serve.telemetry.MetricValues;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/**
 * Current distance of live rows from training rows, by model, version and feature.
 *
 * @param drift read at each collection
 */
public record DriftMetrics(Drift drift) implements MultiCollector {
  @Override
  public MetricSnapshots collect() {
    MetricValues values = new MetricValues("otd_drift_");
    for (DriftReport report : drift.reports()) {
      Labels version = MetricValues.labels(report.id());
      values.set("rows", "Rows of the window that is compared", version, (double) report.rows());
      values.set(
          "outside_rows",
          "Rows of the window outside the training range of a column",
          version,
          (double) report.outside());
      report.features().forEach(feature -> add(values, version, feature));
    }
    return values.snapshots();
  }

  private static void add(MetricValues values, Labels version, FeatureDrift feature) {
    Labels labels = version.add("feature", feature.feature()).add("kind", feature.kind());
    if (feature.rows() > 0) {
      values.set("missing", "Share of the window's missing cells", labels, feature.missing());
      values.set(
          "exceeded",
          "1 if PSI or distance is above its threshold and chance, else 0",
          labels,
          feature.drifted() ? 1 : 0);
    }
    if (!Double.isNaN(feature.psi())) {
      values.set(
          "psi",
          "Population stability index of the window against the training rows",
          labels,
          feature.psi());
    }
    if (!Double.isNaN(feature.ks())) {
      values.set(
          "ks",
          "Kolmogorov-Smirnov distance of the window from the training rows",
          labels,
          feature.ks());
    }
  }
}
