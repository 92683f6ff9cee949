// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import io.otd.table.Column;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.problem.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** The scale on which the paper predicts a target and measures. */
@SuppressWarnings("ImmutableEnumChecker") // stateless functions
enum TargetScale {
  /** As it is. */
  IDENTITY("%s", v -> v, Double.NEGATIVE_INFINITY),
  /** {@code log y}, y above 0. */
  LOG("log(%s)", Math::log, 0),
  /** {@code log(1 + y)}, y above -1. */
  LOG1P("log(1 + %s)", Math::log1p, -1);

  private final String name;
  private final DoubleUnaryOperator to;
  private final double above;

  TargetScale(String name, DoubleUnaryOperator to, double above) {
    this.name = name;
    this.to = to;
    this.above = above;
  }

  /** Name of a target on this scale. */
  String of(String target) {
    return name.formatted(target);
  }

  /**
   * A table with its target on this scale, under its new name.
   *
   * @throws InputException if a value has none there
   */
  Table of(Table table, String target) {
    if (this == IDENTITY) {
      return table;
    }
    double[] values = table.numbers(target);
    for (int row = 0; row < values.length; row++) {
      if (values[row] <= above) {
        throw new InputException(
            "row %s: %s is %s (expected: above %s)".formatted(row + 1, target, values[row], above));
      }
    }
    List<Column> columns = new ArrayList<>(table.without(target).columns());
    columns.add(new NumericColumn(of(target), Arrays.stream(values).map(to).toArray()));
    return new Table(columns);
  }

  /**
   * The difference between a negative log-likelihood on this scale and one on the target's own
   * scale: the mean of {@code log dy/ds}, which for both logarithms is the mean of the target on
   * the scale.
   *
   * @param meanOnScale mean of the observed values on this scale
   */
  double likelihoodShift(double meanOnScale) {
    return this == IDENTITY ? 0 : meanOnScale;
  }
}
