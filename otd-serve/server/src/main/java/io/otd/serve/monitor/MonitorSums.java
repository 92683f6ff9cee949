// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import java.util.Arrays;

/** Scores that are added up. Not thread-safe. */
final class MonitorSums {
  private final long[] covered = new long[MonitorScores.LEVELS.size()];
  private final long[] pit = new long[MonitorScores.PIT_BINS];
  private long observations;
  private double width;
  private double crps;
  private double error;

  void add(ObservationScore score) {
    observations++;
    for (int level = 0; level < covered.length; level++) {
      covered[level] += score.isCovered(level) ? 1 : 0;
    }
    pit[score.bin()]++;
    width += score.width();
    crps += score.crps();
    error += score.error();
  }

  void add(MonitorSums other) {
    observations += other.observations;
    Arrays.setAll(covered, level -> covered[level] + other.covered[level]);
    Arrays.setAll(pit, bin -> pit[bin] + other.pit[bin]);
    width += other.width;
    crps += other.crps;
    error += other.error;
  }

  long observations() {
    return observations;
  }

  /** Their scores. */
  MonitorScores scores() {
    return new MonitorScores(
        observations,
        Arrays.stream(covered).boxed().toList(),
        Arrays.stream(pit).boxed().toList(),
        width / observations,
        crps / observations,
        error / observations);
  }
}
