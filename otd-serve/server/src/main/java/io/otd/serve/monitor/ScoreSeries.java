// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Scores over time, in points of equally many observations. Once there are {@value #POINTS},
 * adjacent pairs are merged, so it always reaches back to the first observation. Not thread-safe.
 */
final class ScoreSeries {
  /** Points at most. */
  static final int POINTS = 64;

  private static final int FIRST_SIZE = 8;

  private final List<Growing> points = new ArrayList<>();
  private long size = FIRST_SIZE;

  /** A point to which more may be added. */
  private static final class Growing {
    final MonitorSums sums = new MonitorSums();
    Instant until = Instant.MIN;
  }

  void add(ObservationScore score, Instant now) {
    Growing last = points.isEmpty() ? null : points.get(points.size() - 1);
    if (last == null || last.sums.observations() == size) {
      if (points.size() == POINTS) {
        halve();
      }
      last = new Growing();
      points.add(last);
    }
    last.sums.add(score);
    last.until = now;
  }

  private void halve() {
    List<Growing> halves = new ArrayList<>(POINTS);
    for (int i = 0; i < points.size(); i += 2) {
      Growing both = points.get(i);
      both.sums.add(points.get(i + 1).sums);
      both.until = points.get(i + 1).until;
      halves.add(both);
    }
    points.clear();
    points.addAll(halves);
    size *= 2;
  }

  /** The points, oldest first; the last may have fewer observations. */
  List<TargetReport.Point> points() {
    return points.stream()
        .map(point -> new TargetReport.Point(point.until, point.sums.scores()))
        .toList();
  }
}
