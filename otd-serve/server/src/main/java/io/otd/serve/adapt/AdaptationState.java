// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.adapt;

import io.otd.core.internal.calibration.AdaptiveInterval;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The contents of a file: what the intervals of a version have learned.
 *
 * @param format version of this record
 * @param model of whose intervals
 * @param all for all rows: of each target, the intervals by level
 * @param by column of the groups; empty if there are none
 * @param groups likewise for the rows of each group
 */
record AdaptationState(
    int format,
    AdaptedModel model,
    List<List<AdaptiveInterval.State>> all,
    String by,
    Map<String, List<List<AdaptiveInterval.State>>> groups) {
  /** The version written by this program. */
  static final int FORMAT = 2;

  /** Keeps the orders. */
  AdaptationState {
    all = List.copyOf(all);
    groups = Collections.unmodifiableMap(new LinkedHashMap<>(groups));
  }

  /** Whether it is of this model, with all its targets and levels. */
  boolean isOf(AdaptedModel served, List<Double> levels) {
    return model.equals(served)
        && isOf(all, levels)
        && groups.values().stream().allMatch(group -> isOf(group, levels));
  }

  /** Levels of its intervals. */
  List<Double> levels() {
    return all.isEmpty() ? List.of() : all.get(0).stream().map(i -> i.level().level()).toList();
  }

  private boolean isOf(List<List<AdaptiveInterval.State>> states, List<Double> levels) {
    return states.size() == model.targets().size()
        && states.stream()
            .allMatch(s -> s.stream().map(i -> i.level().level()).toList().equals(levels));
  }
}
