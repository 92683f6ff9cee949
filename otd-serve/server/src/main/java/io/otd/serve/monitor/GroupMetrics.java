// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import io.otd.core.internal.coverage.Coverage;
import io.otd.core.internal.coverage.CoverageByGroup;
import io.otd.core.metrics.CoverageLevels;
import io.otd.serve.telemetry.MetricValues;
import io.prometheus.metrics.model.snapshots.Labels;
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

  private GroupMetrics() {}

  /**
   * Adds the groups of a target.
   *
   * @param target labels
   * @param of its groups; ranges have no metrics, as their names change with the observations
   * @param targets of the model
   */
  static void add(MetricValues values, Labels target, TargetReport.Groups of, int targets) {
    List<CoverageByGroup> levels = of.ranges() ? List.of() : of.levels();
    for (int i = 0; i < levels.size(); i++) {
      CoverageByGroup by = levels.get(i);
      Labels level = target.add("level", CoverageLevels.text(by.level()));
      boolean first = i == 0;
      Set<String> names = new HashSet<>();
      by.groups().stream()
          .limit(Math.max(1, MOST / targets))
          .filter(group -> group.coverage().rows() >= FEWEST)
          // A cell may be the text that names the missing ones.
          .filter(group -> names.add(group.name()))
          .forEach(
              group -> {
                if (first) {
                  values.set(
                      "group_observations",
                      "Observations of a group among the latest",
                      target.add("group", group.name()),
                      group.coverage().rows());
                }
                add(values, level.add("group", group.name()), group, by.band(group));
              });
    }
  }

  private static void add(
      MetricValues values, Labels labels, CoverageByGroup.Group group, Coverage.Band band) {
    values.set(
        "group_coverage",
        "Share of them that the interval of a level of the draws held",
        labels,
        group.coverage().share());
    values.set("group_coverage_low", "Smallest share that chance explains", labels, band.low());
    values.set("group_coverage_high", "Largest share that chance explains", labels, band.high());
    group
        .conformal()
        .ifPresent(
            held ->
                values.set(
                    "group_conformal_coverage",
                    "Share of them that the conformal interval of a level held",
                    labels,
                    held.share()));
  }
}
