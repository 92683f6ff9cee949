// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.table.Column;
import io.otd.table.Table;
import io.otd.table.settings.ColumnSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Columns of whole numbers that are codes, such as that of a place: neighbouring numbers have
 * nothing in common. They become categories.
 *
 * <p>A column holds codes if the mean of a target jumps from number to number ({@link
 * MeansByNumber}), also where the other columns explain what they can. The means of sizes and
 * counts jump, too: such numbers are heaped on round ones, and rows that resemble each other share
 * one. But what the other columns leave unexplained does not jump with them. And nearly all rows
 * and most numbers need a category of their own: values that share one would lose their order.
 *
 * @param table all rows
 * @param settings of its columns
 * @param targets of its training rows
 */
record NumericCodes(Table table, ColumnSettings settings, TargetRanks targets) {
  private static final int FEWEST_CODES = 20;

  /** On average for each code. */
  private static final int FEWEST_ROWS = 3;

  /** Share of the rows whose numbers become categories of their own. */
  private static final double LEAST_SHARE_OF_ROWS = .95;

  /** Share of the numbers that do. Sizes and counts have many that are rare, codes few. */
  private static final double LEAST_SHARE_OF_NUMBERS = .75;

  /**
   * The roles of the columns, codes as categories.
   *
   * @param roles as the columns look
   * @param unexplained what a regression on the columns of these roles leaves of each target: the
   *     errors on left-out rows; computed only if a column may hold codes
   */
  TableRoles among(TableRoles roles, Function<TableRoles, Unexplained> unexplained) {
    List<String> candidates =
        roles.inputs().stream()
            .filter(name -> roles.roles().get(name) == ColumnRole.NUMERIC)
            .filter(name -> !settings.numeric().contains(name))
            .filter(name -> jumps(name, targets.rows(), targets.all(), MeansByNumber::jump))
            .toList();
    if (candidates.isEmpty()) {
      return roles;
    }
    Unexplained left = unexplained.apply(roles);
    Map<String, ColumnRole> all = new LinkedHashMap<>(roles.roles());
    List<String> notices = new ArrayList<>(roles.notices());
    for (String name : candidates) {
      if (jumps(name, left.rows(), left.errors(), MeansByNumber::stillJump)) {
        all.put(name, ColumnRole.CATEGORICAL);
        notices.add(
            ("column \"%s\": %s whole numbers are taken as codes, since the target differs between"
                    + " neighbouring ones (columns.numeric keeps them numbers)")
                .formatted(name, mayBeCodes(cells(name, targets.rows())).length));
      }
    }
    return new TableRoles(all, roles.targets(), notices);
  }

  /**
   * What a regression leaves.
   *
   * @param rows of the table
   * @param errors of each target as ranks of variance 1, one for each row
   */
  record Unexplained(int[] rows, List<double[]> errors) {}

  private double[] cells(String name, int[] rows) {
    Column column = table.column(name);
    double[] numbers = column.numbers();
    return Arrays.stream(rows).mapToDouble(row -> numbers[row]).toArray();
  }

  private boolean jumps(
      String name, int[] rows, List<double[]> errors, Predicate<MeansByNumber> jump) {
    double[] cells = cells(name, rows);
    double[] numbers = mayBeCodes(cells);
    return numbers.length > 0
        && errors.stream()
            .anyMatch(
                target -> {
                  MeansByNumber means = MeansByNumber.of(numbers, cells, target);
                  return jump.test(means) && mostAreCategories(means.groups());
                });
  }

  private boolean mostAreCategories(GroupMeans groups) {
    long[] counts = Arrays.stream(groups.counts()).asLongStream().sorted().toArray();
    long rows = Arrays.stream(counts).sum();
    int most = new CategoryCount(settings.mostCategories(), rows).of(counts, () -> true);
    long kept = Arrays.stream(counts).skip(Math.max(0, counts.length - most)).sum();
    return kept >= LEAST_SHARE_OF_ROWS * rows && most >= LEAST_SHARE_OF_NUMBERS * counts.length;
  }

  /** The different numbers in order; none if they cannot be codes. */
  private static double[] mayBeCodes(double[] cells) {
    double[] present = Arrays.stream(cells).filter(value -> !Double.isNaN(value)).toArray();
    if (!Arrays.stream(present).allMatch(value -> value == Math.rint(value))) {
      return new double[0];
    }
    double[] numbers = Arrays.stream(present).distinct().sorted().toArray();
    boolean few = numbers.length < FEWEST_CODES;
    return few || (long) numbers.length * FEWEST_ROWS > present.length ? new double[0] : numbers;
  }
}
