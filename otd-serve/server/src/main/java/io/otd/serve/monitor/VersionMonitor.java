// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Judges the predictions of one version of a model. Any number of threads may use it. */
final class VersionMonitor {
  private final Key key;
  private final List<String> targets;
  private final List<TargetMonitor> judges;
  private final AtomicLong waiting = new AtomicLong();
  private @Nullable LawGrid grid;

  /** A version of a model. */
  record Key(String model, long version) {}

  VersionMonitor(Key key, List<String> targets) {
    this.key = key;
    this.targets = List.copyOf(targets);
    judges = targets.stream().map(TargetMonitor::new).toList();
  }

  Key key() {
    return key;
  }

  /** Names of the targets, in order. */
  List<String> targets() {
    return targets;
  }

  /** The stored draws, the same for all distributions. */
  synchronized LawGrid grid(int draws) {
    LawGrid known = grid;
    if (known == null || known.draws() != draws) {
      known = new LawGrid(draws);
      grid = known;
    }
    return known;
  }

  /** More rows wait, or fewer. */
  void waits(long more) {
    waiting.addAndGet(more);
  }

  /**
   * Judges the laws of a row.
   *
   * @param row a law a target
   * @param observed one value per target; NaN if none was observed
   */
  void judge(List<LawSummary> row, double[] observed, Instant now) {
    for (int target = 0; target < observed.length; target++) {
      if (!Double.isNaN(observed[target])) {
        judges.get(target).judge(row.get(target), observed[target], now);
      }
    }
  }

  VersionReport report() {
    return new VersionReport(
        key.model(),
        key.version(),
        waiting.get(),
        judges.stream().map(TargetMonitor::report).toList());
  }
}
