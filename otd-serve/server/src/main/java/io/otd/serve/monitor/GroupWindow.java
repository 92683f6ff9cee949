// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.coverage.CoverageByGroup;
import io.otd.core.internal.coverage.RowDivision;
import io.otd.core.internal.weight.RowWeights;
import io.otd.serve.adapt.GroupColumn;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Groups of the latest observations, as {@link RowDivision} makes them.
 *
 * @param column by whose cells
 * @param conformal levels of the conformal intervals of the target
 */
record GroupWindow(GroupColumn column, List<ConformalLevel> conformal) {
  /**
   * The coverage of the groups at each of the {@link MonitorScores#LEVELS}.
   *
   * @param window at least one observation
   */
  TargetReport.Groups coverage(List<ObservationScore> window) {
    RowDivision division = division(window.stream().map(ObservationScore::group).toList());
    double[] transform = window.stream().mapToDouble(ObservationScore::pit).toArray();
    RowWeights weights = RowWeights.equal(window.size());
    List<CoverageByGroup> levels =
        IntStream.range(0, MonitorScores.LEVELS.size())
            .mapToObj(
                i ->
                    CoverageByGroup.of(
                        MonitorScores.LEVELS.get(i), transform, held(window, i), division, weights))
            .toList();
    return new TargetReport.Groups(levels, division.ranges());
  }

  private RowDivision division(List<String> groups) {
    return column.ofNumbers()
        ? RowDivision.ofNumbers(
            column.name(),
            groups.stream()
                .mapToDouble(group -> group.isEmpty() ? Double.NaN : Double.parseDouble(group))
                .toArray())
        : RowDivision.ofTexts(column.name(), groups);
  }

  /** Whether the conformal intervals of a level held, if there are any. */
  private Optional<BitSet> held(List<ObservationScore> window, int level) {
    if (conformal.stream().noneMatch(of -> of.level() == MonitorScores.LEVELS.get(level))) {
      return Optional.empty();
    }
    BitSet inside = new BitSet();
    IntStream.range(0, window.size()).forEach(i -> inside.set(i, window.get(i).isCovered(level)));
    return Optional.of(inside);
  }
}
