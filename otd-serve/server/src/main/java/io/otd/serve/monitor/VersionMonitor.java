// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import io.otd.serve.adapt.AdaptedReport;
import io.otd.serve.adapt.VersionAdaptation;
import io.otd.serve.internal.lifecycle.VersionId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Judges the predictions of one version of a model. Any number of threads may use it. */
final class VersionMonitor {
  private final VersionId id;
  private final MonitoredModel served;
  private final List<TargetMonitor> judges;
  private final List<Double> levels;
  private final Optional<VersionAdaptation> adaptation;
  private final AtomicLong waiting = new AtomicLong();
  private @Nullable LawGrid grid;

  /**
   * A version without observations.
   *
   * @param served what the version is
   * @param levels of the intervals that adapt
   * @param adaptation of its intervals, if they adapt
   */
  VersionMonitor(
      VersionId id,
      MonitoredModel served,
      List<Double> levels,
      Optional<VersionAdaptation> adaptation) {
    this.levels = List.copyOf(levels);
    this.adaptation = adaptation;
    this.id = id;
    this.served = served;
    Optional<GroupWindow> groups =
        served.groupedBy().map(by -> new GroupWindow(by, served.adapted().conformal().levels()));
    judges = served.targets().stream().map(target -> new TargetMonitor(target, groups)).toList();
  }

  VersionId id() {
    return id;
  }

  /** What the version is. */
  MonitoredModel served() {
    return served;
  }

  /** Names of the targets, in order. */
  List<String> targets() {
    return served.targets();
  }

  /** The stored draws, the same for all distributions. */
  synchronized LawGrid grid(int draws) {
    LawGrid known = grid;
    if (known == null || known.draws() != draws) {
      known = new LawGrid(draws, levels);
      grid = known;
    }
    return known;
  }

  /** More rows wait, or fewer. */
  void waits(long more) {
    waiting.addAndGet(more);
  }

  /**
   * Judges the laws of a row, and learns from it.
   *
   * @param observed one value per target; NaN if none was observed
   */
  void judge(RememberedRow row, double[] observed, Instant now) {
    for (int target = 0; target < observed.length; target++) {
      if (!Double.isNaN(observed[target])) {
        LawSummary law = row.laws().get(target);
        judges.get(target).judge(law, observed[target], row.group(), now);
        learn(target, row.adaptedGroup(), law, observed[target]);
      }
    }
  }

  private void learn(int target, String group, LawSummary law, double observed) {
    adaptation.ifPresent(a -> a.learn(target, group, law.adapting(), observed));
  }

  /** Its adaptive intervals, if they adapt. */
  Optional<VersionAdaptation> adaptation() {
    return adaptation;
  }

  private List<AdaptedReport> adapted(int target) {
    return adaptation.map(a -> a.reports(target)).orElse(List.of());
  }

  VersionReport report() {
    return new VersionReport(
        id,
        waiting.get(),
        IntStream.range(0, judges.size())
            .mapToObj(target -> judges.get(target).report().with(adapted(target)))
            .toList());
  }
}
