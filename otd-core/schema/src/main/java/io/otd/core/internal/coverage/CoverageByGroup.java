// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.coverage;

import io.otd.core.internal.weight.RowWeights;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The coverage of central intervals in groups of rows. Intervals that are right on average may
 * still be too wide for one group and too narrow for another.
 *
 * @param column by whose cells the rows are divided
 * @param groups of the rows
 */
public record CoverageByGroup(String column, List<Group> groups) {
  /** One in twenty calibrated models has any group outside of its band. */
  private static final double OUTSIDE = .05;

  /** Copies the groups. */
  public CoverageByGroup {
    groups = List.copyOf(groups);
  }

  /**
   * A group.
   *
   * @param name the cells of its rows
   * @param coverage of the intervals of the draws
   * @param conformal of the conformal intervals of this level, if there are any
   */
  public record Group(String name, Coverage coverage, Optional<Coverage> conformal) {}

  /**
   * Of all rows.
   *
   * @param level alpha, inside (0, 1)
   * @param transform randomised probability integral transform of each row, {@code [n]}, so that
   *     the share of calibrated predictions is alpha for distributions with atoms, too
   * @param conformal rows whose value lies in their conformal interval, if there are any
   * @param division of these rows
   * @param weights how much each row counts
   */
  public static CoverageByGroup of(
      double level,
      double[] transform,
      Optional<BitSet> conformal,
      RowDivision division,
      RowWeights weights) {
    return new CoverageByGroup(
        division.column(),
        IntStream.range(0, division.names().size())
            .mapToObj(
                part -> {
                  int[] rows =
                      IntStream.range(0, transform.length)
                          .filter(i -> division.parts()[i] == part)
                          .toArray();
                  return new Group(
                      division.names().get(part),
                      Coverage.of(level, rows, i -> Coverage.covers(level, transform[i]), weights),
                      conformal.map(inside -> Coverage.of(level, rows, inside::get, weights)));
                })
            .toList());
  }

  /** Alpha of the intervals. */
  public double level() {
    return groups.get(0).coverage().level();
  }

  /**
   * The band of chance of a group, so wide that one in twenty calibrated models has any outside.
   */
  public Coverage.Band band(Group group) {
    return group.coverage().band(OUTSIDE / groups.size());
  }

  /** Whether no group is outside of its band. */
  public boolean holds() {
    return groups.stream().allMatch(this::holds);
  }

  private boolean holds(Group group) {
    return band(group).contains(group.coverage().share());
  }

  /** What the groups show. */
  public String sentence() {
    List<String> wrong =
        groups.stream()
            .filter(group -> !holds(group))
            .map(
                group ->
                    "%s of \"%s\" (expected: %s)"
                        .formatted(group.coverage().percent(), group.name(), band(group).percent()))
            .toList();
    return wrong.isEmpty()
        ? "No group by %s is covered too often or too seldom.".formatted(column)
        : "Not for all groups by %s alike: covered are %s."
            .formatted(column, String.join(", ", wrong));
  }
}
