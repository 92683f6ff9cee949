// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import io.otd.core.internal.coverage.CoverageBySize;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.evaluation.ProbabilityIntegralTransform;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/** Judges the predictions of one target of one version. Any number of threads may use it. */
final class TargetMonitor {
  private final String target;
  private final Optional<GroupWindow> groups;
  private final Deque<ObservationScore> window = new ArrayDeque<>();
  private final MonitorSums total = new MonitorSums();
  private final ScoreSeries series = new ScoreSeries();
  private final SplittableRandom places = new SplittableRandom(ProbabilityIntegralTransform.SEED);

  /**
   * Without observations.
   *
   * @param groups how they are divided, if they are
   */
  TargetMonitor(String target, Optional<GroupWindow> groups) {
    this.target = target;
    this.groups = groups;
  }

  /**
   * Judges a law.
   *
   * @param observed finite
   * @param group of the row; empty if it is in none
   */
  synchronized void judge(LawSummary law, double observed, String group, Instant now) {
    ObservationScore score = law.judge(observed, places.nextDouble(Double.MIN_VALUE, 1), group);
    if (window.size() == TargetReport.WINDOW) {
      window.removeFirst();
    }
    window.addLast(score);
    total.add(score);
    series.add(score, now);
  }

  synchronized TargetReport report() {
    MonitorSums latest = new MonitorSums();
    window.forEach(latest::add);
    return new TargetReport(
        target, latest.scores(), bySize(), byGroup(), total.scores(), series.points(), List.of());
  }

  private TargetReport.Groups byGroup() {
    return groups
        .filter(by -> !window.isEmpty())
        .map(by -> by.coverage(List.copyOf(window)))
        .orElse(TargetReport.Groups.NONE);
  }

  private Optional<CoverageBySize> bySize() {
    return CoverageBySize.of(
        MonitorScores.WIDTH_LEVEL,
        each(ObservationScore::pit),
        each(ObservationScore::spread),
        each(ObservationScore::median),
        RowWeights.equal(window.size()));
  }

  private double[] each(ToDoubleFunction<ObservationScore> number) {
    return window.stream().mapToDouble(number).toArray();
  }
}
