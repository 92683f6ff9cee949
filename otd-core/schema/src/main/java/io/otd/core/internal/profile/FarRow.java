// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.profile;

import io.otd.core.internal.text.NumberText;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import java.util.Comparator;
import java.util.function.ToDoubleFunction;

/** A row so far from the training rows that its prediction is not finite. */
public final class FarRow {
  private FarRow() {}

  /**
   * What is wrong, naming the number that is farthest from those of the training rows.
   *
   * @param values the row's number of each column, NaN for a missing one
   */
  public static String problem(TableSchema schema, ToDoubleFunction<NumericInput> values) {
    return "the prediction is not finite%s (expected: inputs near those of the training rows)"
        .formatted(
            schema.numeric().stream()
                .max(Comparator.comparingDouble(c -> distance(c, values.applyAsDouble(c))))
                .map(c -> farthest(c, values.applyAsDouble(c)))
                .orElse(""));
  }

  private static String farthest(NumericInput column, double value) {
    return "; \"%s\" is %s, %s standard deviations from the mean of the training rows"
        .formatted(
            column.name(), NumberText.cell(value), NumberText.of(distance(column, value), 3));
  }

  private static double distance(NumericInput column, double value) {
    return Double.isNaN(value) ? 0 : Math.abs(value - column.mean()) / column.scale();
  }
}
