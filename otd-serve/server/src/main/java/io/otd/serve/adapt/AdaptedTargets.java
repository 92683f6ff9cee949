// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.adapt;

import io.otd.core.internal.calibration.AdaptiveInterval;
import io.otd.core.internal.calibration.ConformalRule.Bounds;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The adaptive intervals of the targets of a model, for the rows of one group or for all rows. Not
 * thread-safe.
 */
record AdaptedTargets(List<List<AdaptiveInterval>> each) {
  /** Intervals that nothing has moved. */
  static AdaptedTargets of(int targets, List<Double> levels) {
    return new AdaptedTargets(
        Stream.generate(() -> levels.stream().map(AdaptiveInterval::new).toList())
            .limit(targets)
            .toList());
  }

  /** From a state, {@code [targets, levels]}. */
  static AdaptedTargets of(List<List<AdaptiveInterval.State>> states) {
    return new AdaptedTargets(
        states.stream().map(s -> s.stream().map(AdaptiveInterval::new).toList()).toList());
  }

  List<List<AdaptiveInterval.State>> state() {
    return each.stream().map(i -> i.stream().map(AdaptiveInterval::state).toList()).toList();
  }

  /**
   * Learns from an observed value.
   *
   * @param predicted the interval of each level; one that is not finite has nothing to teach
   */
  void learn(int target, List<Bounds> predicted, double observed) {
    for (int i = 0; i < predicted.size(); i++) {
      Bounds bounds = predicted.get(i);
      if (Double.isFinite(bounds.low()) && Double.isFinite(bounds.high())) {
        each.get(target).get(i).learn(AdaptiveInterval.score(bounds, observed));
      }
    }
  }

  /** The interval of a level, if it adapts. */
  Optional<AdaptiveInterval> adapting(int target, double level) {
    return each.get(target).stream().filter(i -> i.level() == level && i.adapts()).findFirst();
  }

  List<AdaptedReport> reports(String group, int target) {
    return each.get(target).stream()
        .map(
            i ->
                new AdaptedReport(
                    group, i.level(), i.adaptedLevel(), i.factor(), i.values(), i.coverage()))
        .toList();
  }
}
