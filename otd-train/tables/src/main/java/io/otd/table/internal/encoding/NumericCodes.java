// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.table.Table;
import io.otd.table.settings.ColumnSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Columns of whole numbers that are codes, such as that of a place: neighbouring numbers have
 * nothing in common. They become categories.
 *
 * <p>A column holds codes if the mean of a target jumps from number to number ({@link
 * MeansByNumber}).
 *
 * @param table all rows
 * @param settings of its columns
 * @param targets of its training rows
 */
record NumericCodes(Table table, ColumnSettings settings, TargetRanks targets) {
  private static final int FEWEST_CODES = 20;

  /** On average for each code. */
  private static final int FEWEST_ROWS = 3;

  /**
   * The roles of the columns, codes as categories.
   *
   * @param roles as the columns look
   */
  TableRoles among(TableRoles roles) {
    Map<String, ColumnRole> all = new LinkedHashMap<>(roles.roles());
    List<String> notices = new ArrayList<>(roles.notices());
    for (String name : roles.inputs()) {
      if (all.get(name) != ColumnRole.NUMERIC || settings.numeric().contains(name)) {
        continue;
      }
      double[] cells = targets.at(table.column(name).numbers());
      double[] numbers = mayBeCodes(cells);
      if (numbers.length > 0
          && targets.all().stream().anyMatch(t -> MeansByNumber.of(numbers, cells, t).jump())) {
        all.put(name, ColumnRole.CATEGORICAL);
        notices.add(
            ("column \"%s\": %s whole numbers are taken as codes, since the target differs between"
                    + " neighbouring ones (columns.numeric keeps them numbers)")
                .formatted(name, numbers.length));
      }
    }
    return new TableRoles(all, roles.targets(), notices);
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
