// SPDX-License-Identifier: Apache-2.0
package io.otd.light;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.DateForm;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.DatePart;
import io.otd.core.schema.IdentityTransform;
import io.otd.core.schema.Log1pTransform;
import io.otd.core.schema.LogTransform;
import io.otd.core.schema.MissingRule;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.QuantileTransform;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetTransform;
import io.otd.core.schema.YeoJohnsonTransform;
import io.otd.light.internal.model.LightModel;
import io.otd.light.internal.tape.Tape;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Models with random parameters, made without a SavedModel. */
public final class LightModelFixture {
  /** Columns of every kind, targets with every transform. */
  public static final TableSchema EVERYTHING =
      new TableSchema(
          List.of(
              new NumericInput(
                  "size",
                  3,
                  2,
                  -10,
                  20,
                  1,
                  MissingRule.INDICATED,
                  List.of(
                      new NumericInput.Piece(-1, 2, 1, 1.2), new NumericInput.Piece(2, 7.5, 3, 2))),
              new BooleanInput("new", List.of("no"), List.of("yes"), .4, .5, MissingRule.FILLED),
              new DateInput(
                  "sold",
                  DateForm.DAY_FIRST,
                  List.of(
                      new DateInput.Part(DatePart.DAYS, NumericInput.scaled("sold", 19000, 100)),
                      new DateInput.Part(DatePart.MONTH, NumericInput.plain("sold"))),
                  MissingRule.INDICATED),
              new CategoricalInput("town", List.of("Linz", "Wien"), List.of(.5, .5), true, true)),
          List.of(
              target("a", new IdentityTransform()),
              target("b", new LogTransform()),
              target("c", new Log1pTransform()),
              target("d", new YeoJohnsonTransform(.5, 1, 2)),
              target("e", new QuantileTransform(List.of(0., 1., 5.), List.of(-1., 0., 1.)))));

  /** Two numeric columns, one target that is only scaled. */
  public static final TableSchema NUMBERS =
      new TableSchema(
          List.of(NumericInput.scaled("u", 1, 2), NumericInput.plain("v")),
          List.of(TargetColumn.scaled("y", 10, 3)));

  private LightModelFixture() {}

  private static TargetColumn target(String name, TargetTransform transform) {
    return new TargetColumn(name, transform, .5, 1.5, -3, 3);
  }

  /** Intervals of one level, each end 1.5 standard deviations from the mean. */
  private static ConformalCalibration conformal(int targets) {
    List<Double> offsets = Collections.nCopies(targets, ProgramFixture.OFFSET);
    List<Double> floors = Collections.nCopies(targets, ProgramFixture.FLOOR);
    return new ConformalCalibration(
        new ConformalRule.Normalized(floors, false), 99, List.of(new ConformalLevel(.9, offsets)));
  }

  private static LightModel model(
      TableSchema schema, ConformalCalibration conformal, int draws, Tape tape) {
    return new LightModel(
        schema,
        List.of(new BigDecimal(".05"), new BigDecimal(".95")),
        conformal,
        Map.of("test.rmse", 1.5),
        IntStream.range(0, draws).mapToObj(k -> k % 2).toList(),
        tape);
  }

  /** Masked layers with every kind of column, and intervals. */
  public static LightModel everything() {
    int targets = EVERYTHING.targets().size();
    return model(
        EVERYTHING,
        conformal(targets),
        8,
        new ProgramFixture(EVERYTHING.width(), targets, 8).layers());
  }

  /** Masked layers with numeric columns only and the given number of draws. */
  public static LightModel numbers(int draws) {
    return model(
        NUMBERS,
        ConformalCalibration.NONE,
        draws,
        new ProgramFixture(NUMBERS.width(), 1, draws).layers());
  }

  /** A forest with numeric columns only and the given number of draws. */
  public static LightModel trees(int draws) {
    return model(
        NUMBERS,
        ConformalCalibration.NONE,
        draws,
        new ProgramFixture(NUMBERS.width(), 1, draws).trees());
  }
}
