// SPDX-License-Identifier: Apache-2.0
package io.otd.light;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.calibration.IsotonicCalibration;
import io.otd.core.internal.calibration.IsotonicCurve;
import io.otd.core.internal.calibration.SpreadCalibration;
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
import io.otd.light.internal.model.ArrayShape;
import io.otd.light.internal.model.FlowShape;
import io.otd.light.internal.model.ForestShape;
import io.otd.light.internal.model.LatentLaw;
import io.otd.light.internal.model.LawOfOutputs;
import io.otd.light.internal.model.LayeredShape;
import io.otd.light.internal.model.LightKind;
import io.otd.light.internal.model.LightMember;
import io.otd.light.internal.model.LightModel;
import io.otd.light.internal.model.NetworkShape;
import io.otd.light.internal.model.UnitFunction;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

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

  /** A transported mask distribution with two Heun steps. */
  public static LatentLaw.Transported transported() {
    return new LatentLaw.Transported(.5, 1, new FlowShape(List.of(3), UnitFunction.TANH, true, 2));
  }

  /** A network whose units are multiplied by masks. */
  public static LayeredShape masked(TableSchema schema) {
    return new LayeredShape(
        schema.width(), 0, List.of(6, 6), UnitFunction.GELU_TANH, true, true, true);
  }

  /** A forest of five trees. */
  public static ForestShape forest(TableSchema schema) {
    return new ForestShape(schema.width(), 5, 8, 8, 20);
  }

  /** Trees of random depths: of each node one child is a leaf, and both are in the last one. */
  private static void grow(ForestShape forest, List<float[]> arrays, SplittableRandom random) {
    for (int tree = 0; tree < forest.trees(); tree++) {
      int last = random.nextInt(forest.nodes());
      for (int node = 0; node <= last; node++) {
        int at = tree * forest.nodes() + node;
        boolean left = random.nextBoolean();
        float next = node < last ? node + 1 : leaf(forest, random);
        float end = leaf(forest, random);
        arrays.get(ForestShape.COLUMN)[at] = random.nextInt(forest.inputs());
        arrays.get(ForestShape.LEFT)[at] = left ? next : end;
        arrays.get(ForestShape.RIGHT)[at] = left ? end : next;
      }
    }
  }

  private static int leaf(ForestShape forest, SplittableRandom random) {
    return -1 - random.nextInt(forest.rows());
  }

  /** Every kind of calibration, each for some targets. */
  public static Calibration calibration(int targets) {
    List<IsotonicCurve> curves = new ArrayList<>();
    List<Double> offsets = new ArrayList<>();
    List<Double> floors = new ArrayList<>();
    for (int j = 0; j < targets; j++) {
      curves.add(new IsotonicCurve(List.of(.3, .6), List.of(.2, .7)));
      offsets.add(1.5);
      floors.add(.01);
    }
    return new Calibration(
        new SpreadCalibration(1.25),
        new IsotonicCalibration(curves),
        new ConformalCalibration(
            new ConformalRule.Normalized(floors), 99, List.of(new ConformalLevel(.9, offsets))));
  }

  /** A model with these parts and random parameters. */
  public static LightModel model(
      TableSchema schema,
      NetworkShape network,
      LatentLaw latents,
      LawOfOutputs law,
      Calibration calibration,
      int draws,
      int members) {
    SplittableRandom random = new SplittableRandom(5);
    int outputs = schema.targets().size();
    List<LightMember> all = new ArrayList<>();
    for (int m = 0; m < members; m++) {
      List<float[]> arrays = new ArrayList<>();
      for (ArrayShape shape : LightKind.shapes(network, latents, law.width(outputs))) {
        arrays.add(normal(random, shape.size(), .4));
      }
      if (network instanceof ForestShape forest) {
        grow(forest, arrays, random);
      }
      all.add(new LightMember(members == 1 ? 1 : .8 + .1 * m, arrays));
    }
    int passes = LightKind.passes(law, latents, draws / members) * members;
    float[] bank = new float[passes * network.latentWidth()];
    for (int i = 0; i < bank.length; i++) {
      bank[i] = (float) random.nextDouble();
    }
    return new LightModel(
        schema,
        List.of(new BigDecimal(".05"), new BigDecimal(".95")),
        calibration,
        Map.of("test.rmse", 1.5),
        List.of(
            new LightKind(
                outputs,
                network,
                latents,
                law,
                draws,
                all,
                bank,
                normal(random, draws * law.noise(outputs), 1))),
        Collections.nCopies(draws / members, 0));
  }

  /** OTD with every kind of column, transform and calibration. */
  public static LightModel everything() {
    return model(
        EVERYTHING,
        masked(EVERYTHING),
        transported(),
        new LawOfOutputs.Direct(),
        calibration(EVERYTHING.targets().size()),
        8,
        2);
  }

  /** OTD with numeric columns only and the given number of draws. */
  public static LightModel numbers(int draws) {
    return model(
        NUMBERS,
        masked(NUMBERS),
        transported(),
        new LawOfOutputs.Direct(),
        Calibration.NONE,
        draws,
        1);
  }

  /** A forest of two members with numeric columns only and the given number of draws. */
  public static LightModel trees(int draws) {
    return model(
        NUMBERS,
        forest(NUMBERS),
        new LatentLaw.Uniform(),
        new LawOfOutputs.Direct(),
        Calibration.NONE,
        draws,
        2);
  }

  private static float[] normal(SplittableRandom random, int count, double sd) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) (sd * random.nextGaussian());
    }
    return values;
  }
}
