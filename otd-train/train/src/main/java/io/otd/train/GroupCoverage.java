// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.core.internal.coverage.Coverage;
import io.otd.core.internal.coverage.CoverageByGroup;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How often the intervals of a group of rows hold the observed values.
 *
 * @param column by whose cells the rows are divided
 * @param group name of the group
 * @param level of the intervals
 * @param rows number of its rows
 * @param coverage share of the observed values inside, by the weights of the rows
 * @param low lower end of the band of chance, so wide that of 20 calibrated models at most one has
 *     any group of the column outside; NaN for points of fields, which depend on each other
 * @param high upper end of the band
 * @param conformal share of the observed values inside the conformal intervals, if the model has
 *     any
 */
public record GroupCoverage(
    String column,
    String group,
    double level,
    int rows,
    double coverage,
    double low,
    double high,
    OptionalDouble conformal) {
  /** Of a column. */
  static List<GroupCoverage> of(CoverageByGroup by, boolean independent) {
    return by.groups().stream()
        .map(
            group -> {
              Coverage coverage = group.coverage();
              Coverage.Band band = by.band(group);
              return new GroupCoverage(
                  by.column(),
                  group.name(),
                  coverage.level(),
                  coverage.rows(),
                  coverage.share(),
                  independent ? band.low() : Double.NaN,
                  independent ? band.high() : Double.NaN,
                  group.conformal().stream().mapToDouble(Coverage::share).findFirst());
            })
        .toList();
  }
}
