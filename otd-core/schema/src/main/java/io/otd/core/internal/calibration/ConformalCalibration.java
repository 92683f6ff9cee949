// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.CentralIntervals;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetSupport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Split-conformal intervals (Vovk, Gammerman and Shafer 2005; Lei et al. 2018): offsets found on
 * rows that nothing else was fitted on, with which the interval of a new row contains its value
 * with probability alpha or more, for any model, if that row and the calibration rows are
 * exchangeable. For several outputs this holds for each, or by a {@linkplain ConformalRule#joint
 * joint rule} of all together. Groups of rows with enough calibration rows have offsets of their
 * own (Mondrian; Vovk 2003), with which the same holds within the group.
 *
 * @implNote The probability is over calibration rows and new row together, and holds exactly for
 *     predictions from the same draws as were calibrated; with other draws of the same law it holds
 *     up to their Monte Carlo error.
 * @param rule the score
 * @param rows calibration rows
 * @param levels with their offsets
 * @param groups with offsets of their own
 */
public record ConformalCalibration(
    ConformalRule rule, int rows, List<ConformalLevel> levels, List<OfGroup> groups) {
  /**
   * Fewer calibration rows make intervals whose coverage varies much from one sample to another.
   */
  static final int FEWEST_ROWS = 30;

  /** No intervals. */
  public static final ConformalCalibration NONE =
      new ConformalCalibration(new ConformalRule.None(), 0, List.of());

  /**
   * A group of rows.
   *
   * @param group which rows
   * @param rows calibration rows of it
   * @param levels with its offsets; those of all rows where the group has too few for a level
   */
  public record OfGroup(RowGroup group, int rows, List<ConformalLevel> levels) {
    /** Copies the levels. */
    public OfGroup {
      levels = List.copyOf(levels);
    }
  }

  /** Without groups. */
  public ConformalCalibration(ConformalRule rule, int rows, List<ConformalLevel> levels) {
    this(rule, rows, levels, List.of());
  }

  /** Checks the sizes. */
  public ConformalCalibration {
    levels = List.copyOf(levels);
    groups = List.copyOf(groups);
    for (OfGroup of : groups) {
      if (!levels(of.levels()).equals(levels(levels))) {
        throw new IllegalArgumentException(
            "conformal levels of group %s: %s (expected: %s)"
                .formatted(of.group(), levels(of.levels()), levels(levels)));
      }
    }
    boolean none = rule instanceof ConformalRule.None;
    if (none != levels.isEmpty() || none != (rows < 1)) {
      throw new IllegalArgumentException(
          "conformal calibration: rule %s, %s rows, %s levels (expected: none, or rows and levels)"
              .formatted(rule, rows, levels.size()));
    }
  }

  private static List<Double> levels(List<ConformalLevel> of) {
    return of.stream().map(ConformalLevel::level).toList();
  }

  /** The levels, in order. */
  public List<Double> alphas() {
    return levels(levels);
  }

  /**
   * The columns that tell the groups apart.
   *
   * @throws IllegalArgumentException if the schema has no such groups
   */
  public GroupColumns columns(TableSchema schema) {
    return GroupColumns.ofGroups(schema, ofGroups());
  }

  /** Those that have offsets of their own. */
  public List<RowGroup> ofGroups() {
    return groups.stream().map(OfGroup::group).toList();
  }

  /** That of the rows of a group, or of none. */
  public ConformalCalibration of(RowGroup group) {
    return groups.isEmpty()
        ? this
        : new ConformalCalibration(
            rule,
            rows,
            groups.stream()
                .filter(of -> of.group().equals(group))
                .findFirst()
                .map(OfGroup::levels)
                .orElse(levels));
  }

  /** Whether there are no intervals. */
  public boolean absent() {
    return levels.isEmpty();
  }

  /**
   * Checks that there is an offset for each output at every level.
   *
   * @param outputs d_y
   * @throws IllegalArgumentException if there are more or fewer
   */
  public void requireOutputs(int outputs) {
    rule.requireOutputs(outputs);
    requireOutputs(levels, outputs);
    groups.forEach(of -> requireOutputs(of.levels(), outputs));
  }

  private static void requireOutputs(List<ConformalLevel> levels, int outputs) {
    for (ConformalLevel at : levels) {
      if (at.offsets().size() != outputs) {
        throw new IllegalArgumentException(
            "conformal offsets of level %s: %s (expected: %s, one an output)"
                .formatted(at.level(), at.offsets().size(), outputs));
      }
    }
  }

  /**
   * The intervals of rows of no group.
   *
   * @param draws {@code [K, n, d_y]}, in the targets' units, otherwise calibrated
   * @param targets d_y of them
   * @return as for {@link #intervals(Draws, List, List)}
   */
  public List<CentralIntervals> intervals(Draws draws, List<TargetColumn> targets) {
    return intervals(draws, Collections.nCopies(draws.rows(), RowGroup.NONE), targets);
  }

  /**
   * The intervals of rows, within the possible values of the targets.
   *
   * @param draws {@code [K, n, d_y]}, in the targets' units, otherwise calibrated
   * @param of the group of each row, {@code [n]}
   * @param targets d_y of them
   * @return one per level; if the offset is infinite, of all possible values
   */
  public List<CentralIntervals> intervals(
      Draws draws, List<RowGroup> of, List<TargetColumn> targets) {
    List<TargetSupport> possible = targets.stream().map(TargetColumn::possible).toList();
    Map<RowGroup, List<ConformalLevel>> known = new HashMap<>();
    groups.forEach(group -> known.put(group.group(), group.levels()));
    List<CentralIntervals> result = new ArrayList<>();
    for (int l = 0; l < levels.size(); l++) {
      double[][] low = new double[draws.rows()][draws.outputs()];
      double[][] high = new double[draws.rows()][draws.outputs()];
      for (int i = 0; i < draws.rows(); i++) {
        ConformalLevel at = known.getOrDefault(of.get(i), levels).get(l);
        for (int j = 0; j < draws.outputs(); j++) {
          ConformalRule.Bounds bounds =
              rule.bounds(new ConformalRule.Law(draws, i, j, at.level()), at.offsets().get(j))
                  .within(possible.get(j));
          low[i][j] = bounds.low();
          high[i][j] = bounds.high();
        }
      }
      result.add(CentralIntervals.given(levels.get(l).level(), low, high));
    }
    return List.copyOf(result);
  }

  /**
   * Warnings for the user: the levels whose intervals leave nothing out, and the rows they need.
   *
   * @return possibly empty
   */
  public List<String> notices() {
    List<String> notices = new ArrayList<>();
    for (ConformalLevel at : levels) {
      if (!at.bounded()) {
        notices.add(
            "conformal intervals of level %s hold every possible value: %s"
                    .formatted(at.level(), NumberText.counted(rows, "calibration row"))
                + " (expected: at least %s)".formatted(ConformalLevel.fewestRows(at.level())));
      }
    }
    return notices;
  }
}
