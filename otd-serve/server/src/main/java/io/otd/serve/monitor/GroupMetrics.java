// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import io.otd.core.internal.coverage.CoverageByGroup;
import io.otd.core.internal.coverage.CoverageByGroup.ShownGroup;
import io.otd.core.metrics.CoverageLevels;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Coverage in groups of the latest observations. Each combination of labels is a series of its own
 * in a database: only groups that have enough of the observations have metrics.
 */
final class GroupMetrics {
  /** Observations of a group. */
  static final int FEWEST = 30;

  /** Groups times targets of a version at most. */
  static final int MOST = 100;

  private final GaugeSnapshot.Builder rows =
      gauge("observations", "Observations of a group among the latest");
  private final GaugeSnapshot.Builder coverage =
      gauge("coverage", "Share of them that the interval of a level of the draws held");
  private final GaugeSnapshot.Builder low =
      gauge("coverage_low", "Smallest share that chance explains");
  private final GaugeSnapshot.Builder high =
      gauge("coverage_high", "Largest share that chance explains");
  private final GaugeSnapshot.Builder conformal =
      gauge("conformal_coverage", "Share of them that the conformal interval of a level held");

  private static GaugeSnapshot.Builder gauge(String name, String help) {
    return MonitorMetrics.gauge("group_" + name, help);
  }

  /**
   * Adds the groups of a target.
   *
   * @param target labels
   * @param of its groups; ranges have no metrics, as their names change with the observations
   * @param targets of the model
   */
  void add(Labels target, TargetReport.Groups of, int targets) {
    List<CoverageByGroup> levels = of.ranges() ? List.of() : of.levels();
    for (int i = 0; i < levels.size(); i++) {
      CoverageByGroup.Shown by = levels.get(i).shown();
      Labels level = target.add("level", CoverageLevels.text(by.level()));
      boolean first = i == 0;
      Set<String> names = new HashSet<>();
      by.groups().stream()
          .limit(Math.max(1, MOST / targets))
          .filter(group -> group.rows() >= FEWEST)
          // A cell may be the text that names the missing ones.
          .filter(group -> names.add(group.group()))
          .forEach(
              group -> {
                if (first) {
                  MonitorMetrics.set(rows, target.add("group", group.group()), group.rows());
                }
                add(level.add("group", group.group()), group);
              });
    }
  }

  private void add(Labels labels, ShownGroup group) {
    MonitorMetrics.set(coverage, labels, group.coverage());
    MonitorMetrics.set(low, labels, group.low());
    MonitorMetrics.set(high, labels, group.high());
    Double held = group.conformal();
    if (held != null) {
      MonitorMetrics.set(conformal, labels, held);
    }
  }

  /** All metrics. */
  List<MetricSnapshot> snapshots() {
    return List.of(rows.build(), coverage.build(), low.build(), high.build(), conformal.build());
  }
}
