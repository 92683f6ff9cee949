// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.coverage;

import io.otd.core.internal.text.NumberText;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.CoverageLevels;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The coverage of intervals that hold for all targets of a row together.
 *
 * @param all of rows whose targets all lie in their intervals
 * @param targets of each target alone, by name
 * @param band of chance of {@code all}
 */
public record JointCoverage(Coverage all, Map<String, Coverage> targets, Coverage.Band band) {
  /** Keeps the order of the targets. */
  public JointCoverage {
    targets = Collections.unmodifiableMap(new LinkedHashMap<>(targets));
  }

  /**
   * Of all rows.
   *
   * @param level alpha, inside (0, 1)
   * @param inside rows whose value lies in its interval, of each target by name, at least one
   * @param weights how much each row counts
   * @param band of chance of the share of so many rows of equal weight
   */
  public static JointCoverage of(
      double level,
      Map<String, BitSet> inside,
      RowWeights weights,
      IntFunction<Coverage.Band> band) {
    int[] rows = IntStream.range(0, weights.rows()).toArray();
    Map<String, Coverage> each = new LinkedHashMap<>();
    inside.forEach(
        (target, covered) -> each.put(target, Coverage.of(level, rows, covered::get, weights)));
    Coverage all =
        Coverage.of(
            level,
            rows,
            row -> inside.values().stream().allMatch(covered -> covered.get(row)),
            weights);
    return new JointCoverage(all, each, band.apply(all.trials()));
  }

  /** Whether the share is inside the band of chance. */
  public boolean holds() {
    return band.contains(all.share());
  }

  /** Such as {@code 89.3 % of 600 rows have all targets in their 90 % intervals}. */
  public String sentence() {
    return "%s of %s rows have all targets in their %s intervals"
        .formatted(
            all.percent(), NumberText.count(all.rows()), CoverageLevels.percent(all.level()));
  }
}
