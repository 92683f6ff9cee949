// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import io.otd.core.internal.coverage.CoverageByGroup;
import io.otd.core.internal.coverage.CoverageBySize;
import io.otd.serve.adapt.AdaptedReport;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How the predictions of one target did.
 *
 * @param target its name
 * @param window the latest observations, at most {@value #WINDOW}
 * @param bySize coverage of the window by fifths of width and median; nothing for few observations
 * @param byGroup coverage of the window in groups of rows
 * @param total all since the version was loaded
 * @param series all, in points of equally many, oldest first
 * @param adapted how the intervals were adapted; empty if they are not
 */
record TargetReport(
    String target,
    MonitorScores window,
    Optional<CoverageBySize> bySize,
    Groups byGroup,
    MonitorScores total,
    List<Point> series,
    List<AdaptedReport> adapted) {
  /** Observations of the window. */
  public static final int WINDOW = 1000;

  /** The same with adapted intervals. */
  TargetReport with(List<AdaptedReport> intervals) {
    return new TargetReport(target, window, bySize, byGroup, total, series, intervals);
  }

  /**
   * Coverage in groups of rows.
   *
   * @param levels the groups at each of the {@link MonitorScores#LEVELS}; empty without groups or
   *     observations
   * @param ranges whether they are ranges of numbers, which change with the observations
   */
  record Groups(List<CoverageByGroup> levels, boolean ranges) {
    static final Groups NONE = new Groups(List.of(), false);
  }

  /**
   * Some consecutive observations.
   *
   * @param until time of the last one
   * @param scores of them
   */
  public record Point(Instant until, MonitorScores scores) {}
}
