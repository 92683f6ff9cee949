// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.table.Numbers;
import io.otd.table.Table;
import io.otd.table.settings.ColumnSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.statistics.ranking.NaturalRanking;

/**
 * Columns of whole numbers that are codes, such as that of a place: neighbouring numbers have
 * nothing in common. They become categories.
 *
 * <p>A column holds codes if the mean of a target jumps from number to number ({@link
 * MeansByNumber}). Each target is replaced by its ranks, so that a long tail has no more weight.
 *
 * @param table all rows
 * @param settings of its columns
 * @param rows the training rows
 */
record NumericCodes(Table table, ColumnSettings settings, int[] rows) {
  /** Of more rows than these, as many are used, evenly spaced. */
  private static final int MAX_ROWS = 200_000;

  private static final int FEWEST_CODES = 20;

  /** On average for each code. */
  private static final int FEWEST_ROWS = 10;

  /**
   * The roles of the columns, codes as categories.
   *
   * @param roles as the columns look
   */
  TableRoles among(TableRoles roles) {
    Map<String, ColumnRole> all = new LinkedHashMap<>(roles.roles());
    List<String> notices = new ArrayList<>(roles.notices());
    int[] some = someRows();
    List<double[]> targets = new ArrayList<>();
    for (String name : roles.inputs()) {
      if (all.get(name) != ColumnRole.NUMERIC || settings.numeric().contains(name)) {
        continue;
      }
      double[] cells = at(some, table.column(name).numbers());
      double[] numbers = mayBeCodes(cells);
      if (numbers.length == 0) {
        continue;
      }
      if (targets.isEmpty()) {
        roles.targets().forEach(t -> targets.add(ranks(at(some, Numbers.of(table, t, some)))));
      }
      if (targets.stream().anyMatch(t -> MeansByNumber.of(numbers, cells, t).jump())) {
        all.put(name, ColumnRole.CATEGORICAL);
        notices.add(
            ("column \"%s\": %d whole numbers are taken as codes, since the target differs between"
                    + " neighbouring ones (columns.numeric keeps them numbers)")
                .formatted(name, numbers.length));
      }
    }
    return new TableRoles(all, roles.targets(), notices);
  }

  private int[] someRows() {
    int count = Math.min(rows.length, MAX_ROWS);
    return IntStream.range(0, count)
        .map(i -> rows[(int) ((long) i * rows.length / count)])
        .toArray();
  }

  private static double[] at(int[] rows, double[] values) {
    return Arrays.stream(rows).mapToDouble(row -> values[row]).toArray();
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

  /** Ranks of mean 0 and variance 1. */
  private static double[] ranks(double[] values) {
    double[] ranks = new NaturalRanking().apply(values);
    double mean = (ranks.length + 1) / 2.0;
    double variance = Arrays.stream(ranks).map(r -> (r - mean) * (r - mean)).average().orElse(0);
    double scale = variance > 0 ? Math.sqrt(variance) : 1;
    return Arrays.stream(ranks).map(r -> (r - mean) / scale).toArray();
  }
}
