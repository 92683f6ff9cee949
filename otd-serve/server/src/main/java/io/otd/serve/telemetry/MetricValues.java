// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.telemetry;

import io.otd.serve.internal.lifecycle.VersionId;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.HashMap;
import java.util.Map;

/** Values of metrics at one collection. A metric without a value does not appear. */
public final class MetricValues {
  private final String prefix;
  private final Map<String, GaugeSnapshot.Builder> gauges = new HashMap<>();
  private final Map<String, CounterSnapshot.Builder> counters = new HashMap<>();

  /**
   * No values.
   *
   * @param prefix of the names
   */
  public MetricValues(String prefix) {
    this.prefix = prefix;
  }

  /** The labels of a version. */
  public static Labels labels(VersionId id) {
    return Labels.of("model", id.model(), "version", Long.toString(id.version()));
  }

  /** Adds a value of a gauge. */
  public void set(String name, String help, Labels labels, double value) {
    gauges
        .computeIfAbsent(prefix + name, full -> GaugeSnapshot.builder().name(full).help(help))
        .dataPoint(GaugeDataPointSnapshot.builder().labels(labels).value(value).build());
  }

  /** Adds a value of a counter. */
  public void count(String name, String help, Labels labels, long value) {
    counters
        .computeIfAbsent(prefix + name, full -> CounterSnapshot.builder().name(full).help(help))
        .dataPoint(CounterDataPointSnapshot.builder().labels(labels).value((double) value).build());
  }

  /** All of them. */
  public MetricSnapshots snapshots() {
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    gauges.values().forEach(gauge -> all.metricSnapshot(gauge.build()));
    counters.values().forEach(counter -> all.metricSnapshot(counter.build()));
    return all.build();
  }
}
