// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.IdentityTransform;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.Log1pTransform;
import io.otd.core.schema.LogTransform;
import io.otd.core.schema.MissingRule;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.QuantileTransform;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetSupport;
import io.otd.core.schema.TargetTransform;
import io.otd.core.schema.YeoJohnsonTransform;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Columns of the test models. */
final class TestSchemas {
  /** Names as in real tables: blanks, brackets, a leading digit, a Python keyword. */
  private static final List<String> AWKWARD =
      List.of("Cement (kg/m^3)", "2nd in", "class", "age_bytes", "x");

  /**
   * Numbers with and without missing cells, booleans, categories; one target per transform, the
   * last with bounds.
   */
  static final TableSchema MIXED =
      new TableSchema(
          List.of(
              new NumericInput(
                  "age", 40, 12, -20, 110, 38, MissingRule.INDICATED, pieces(18, 30, 45, 90)),
              new CategoricalInput("month", List.of("jan", "f\u00e9v", ""), shares(3), false, true),
              new NumericInput(
                  "size (m)", 1.7, .1, 1.1, 2.4, 1.7, MissingRule.FILLED, pieces(1.5, 1.7, 1.9)),
              new BooleanInput(
                  "smoker?", List.of("no", "No"), List.of("yes"), .25, .4, MissingRule.INDICATED),
              new CategoricalInput("c", List.of("a", "b"), shares(2), true, false),
              new BooleanInput(
                  "new", List.of("false"), List.of("true"), .5, .5, MissingRule.REFUSED)),
          List.of(
              target("cost", new LogTransform(), 2, .5),
              target("rain", new Log1pTransform(), .8, .7),
              target("stay", new YeoJohnsonTransform(.3, 5, 2), .4, 1.1),
              target("gain", new YeoJohnsonTransform(2, -5, 3), -.4, 1.1),
              target("loss", new YeoJohnsonTransform(0, 0, .1), .4, 1.1),
              target(
                  "rank",
                  new QuantileTransform(List.of(-3.0, 0.0, 1.0, 50.0), List.of(-2.0, .1, .5, 1.5)),
                  0,
                  .9),
              TargetColumn.scaled("plain", 10, 3).with(TargetSupport.between(9, 11.5))));

  /** Text columns only; a target that attains its lower bound. */
  static final TableSchema TEXTS =
      new TableSchema(
          List.of(
              new CategoricalInput("colour", List.of("red", "green"), shares(2), false, false),
              new BooleanInput(
                  "in stock", List.of("n"), List.of("y"), .5, .5, MissingRule.REFUSED)),
          List.of(
              TargetColumn.scaled("price", 30, 9)
                  .with(TargetSupport.between(29, Double.POSITIVE_INFINITY))));

  private TestSchemas() {}

  private static List<NumericInput.Piece> pieces(double... knots) {
    return IntStream.range(1, knots.length)
        .mapToObj(
            i -> {
              double length = knots[i] - knots[i - 1];
              return new NumericInput.Piece(
                  knots[i - 1], knots[i], knots[i] - .3 * length, .4 * length);
            })
        .toList();
  }

  private static List<Double> shares(int categories) {
    return java.util.Collections.nCopies(categories, 1.0 / categories);
  }

  private static TargetColumn target(
      String name, TargetTransform transform, double mean, double scale) {
    return new TargetColumn(name, transform, mean, scale, -1.5, 1.2);
  }

  /** Numeric columns only, without missing cells. */
  static TableSchema numeric(int inputs, int outputs) {
    List<InputColumn> in = new ArrayList<>();
    for (int j = 0; j < inputs; j++) {
      in.add(NumericInput.scaled(AWKWARD.get(j), 3 * (j - 1.3), 3.0 / 4 + j));
    }
    List<TargetColumn> out = new ArrayList<>();
    for (int j = 0; j < outputs; j++) {
      out.add(
          new TargetColumn(
              "target " + j,
              new IdentityTransform(),
              40 * (j - 1.3),
              10 + j,
              Double.NEGATIVE_INFINITY,
              Double.POSITIVE_INFINITY));
    }
    return new TableSchema(in, out);
  }
}
