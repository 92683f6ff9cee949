// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.savedmodel.ColumnIdentifiers;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.metrics.EmpiricalQuantile;
import io.otd.export.internal.onnx.proto.OnnxProtos.ModelProto;
import io.otd.export.internal.onnx.proto.OnnxProtos.OperatorSetIdProto;
import io.otd.light.internal.model.LightModel;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A model in ONNX format: one input per column, the outputs of the SavedModel's default signature
 * and its draws from the bank.
 */
public final class OnnxModels {
  /** Name of the file, in the directory of a version. */
  public static final String FILE = "model.onnx";

  /** Version of the format itself, the first with {@link OnnxOps#OPSET}. */
  private static final int FORMAT = 8;

  private final OnnxOps onnx = new OnnxOps(new OnnxGraph());
  private final LightModel model;

  private OnnxModels(LightModel model) {
    this.model = model;
  }

  /**
   * The bytes of a file; the same model gives the same bytes.
   *
   * @param model what is written
   * @throws IllegalArgumentException if its numbers do not fit into one file
   */
  public static byte[] bytes(LightModel model) {
    return new OnnxModels(model).proto().toByteArray();
  }

  /**
   * The names of the inputs, in the order of the columns: those of the signature by name, with an
   * underscore behind one that is an output's name.
   */
  public static List<String> inputNames(List<String> columns) {
    List<String> identifiers = ColumnIdentifiers.of(columns);
    Set<String> taken =
        new HashSet<>(
            Set.of(
                ServingNames.MEAN,
                ServingNames.STD,
                ServingNames.QUANTILES,
                ServingNames.LOWER,
                ServingNames.UPPER,
                ServingNames.SAMPLES));
    List<String> names = new ArrayList<>();
    for (String identifier : identifiers) {
      String name = identifier;
      while (taken.contains(name) || (!name.equals(identifier) && identifiers.contains(name))) {
        name += "_";
      }
      taken.add(name);
      names.add(name);
    }
    return List.copyOf(names);
  }

  /** The rounds of all kinds, which stand one kind after another, in the order of the draws. */
  private OnnxValue pooled(List<OnnxValue> kinds) {
    if (kinds.size() == 1) {
      return kinds.get(0);
    }
    int all = model.rounds().size();
    OnnxValue rounds =
        onnx.reshape(onnx.concat(kinds, 1), 0, all, (long) model.size() * model.outputs());
    OnnxValue turns = onnx.gather(rounds, onnx.places(model.places()), 1);
    return onnx.reshape(turns, 0, model.draws(), model.outputs());
  }

  private ModelProto proto() {
    List<String> names = inputNames(model.schema().inputNames());
    OnnxValue x = new OnnxInputs(onnx, model.schema(), names).add();
    OnnxValue network =
        pooled(model.kinds().stream().map(k -> new OnnxDraws(onnx, k).add(x)).toList());
    OnnxTargets targets = new OnnxTargets(onnx, model.schema().targets(), model.draws());
    outputs(targets.add(network, model.calibration()));
    OnnxGraph graph = onnx.graph();
    ModelProto.Builder proto =
        ModelProto.newBuilder()
            .setIrVersion(FORMAT)
            .setProducerName("otd")
            .setGraph(graph.proto())
            .addOpsetImport(opset("", OnnxOps.OPSET));
    if (graph.uses(OnnxInputs.LOOKUP_DOMAIN)) {
      proto.addOpsetImport(opset(OnnxInputs.LOOKUP_DOMAIN, OnnxInputs.LOOKUP_OPSET));
    }
    return proto.build();
  }

  private static OperatorSetIdProto opset(String domain, int version) {
    return OperatorSetIdProto.newBuilder().setDomain(domain).setVersion(version).build();
  }

  /**
   * Everything that is said of rows.
   *
   * @param y draws in the targets' units, {@code [B, S, d_y]}, float64
   */
  private void outputs(OnnxValue y) {
    int outputs = model.outputs();
    OnnxValue center = onnx.mean(y, 1);
    OnnxValue deviation = onnx.sub(y, center);
    OnnxValue samples = onnx.cast(y, OnnxGraph.Type.FLOAT);
    OnnxValue mean = onnx.cast(center, OnnxGraph.Type.FLOAT);
    OnnxValue std =
        onnx.cast(onnx.sqrt(onnx.mean(onnx.mul(deviation, deviation), 1)), OnnxGraph.Type.FLOAT);
    String targets = "targets " + model.schema().targetNames();
    write(ServingNames.MEAN, onnx.squeeze(mean, 1), List.of(outputs), targets);
    write(ServingNames.STD, onnx.squeeze(std, 1), List.of(outputs), targets);
    write(
        ServingNames.QUANTILES,
        quantiles(samples, model.levels()),
        List.of(model.levels().size(), outputs),
        "levels %s, %s".formatted(model.levels(), targets));
    write(ServingNames.SAMPLES, samples, List.of(model.draws(), outputs), targets);
    ConformalCalibration conformal = model.calibration().conformal();
    if (!conformal.absent()) {
      intervals(conformal, mean, std, samples, targets);
    }
  }

  private void write(String name, OnnxValue value, List<Integer> shape, String about) {
    onnx.graph().output(name, value, shape, about);
  }

  /** {@code [B, Q, d_y]}; NaN if a draw is. */
  private OnnxValue quantiles(OnnxValue samples, List<BigDecimal> levels) {
    OnnxValue ascending = onnx.ascending(samples, 1, model.draws()).values();
    int[] places =
        levels.stream()
            .mapToInt(level -> new EmpiricalQuantile(level).rank(model.draws()) - 1)
            .toArray();
    OnnxValue undefined =
        onnx.less(
            onnx.scalar(0f), onnx.sum(onnx.cast(onnx.isNan(samples), OnnxGraph.Type.FLOAT), 1));
    return onnx.where(
        undefined, onnx.scalar(Float.NaN), onnx.gather(ascending, onnx.places(places), 1));
  }

  private void intervals(
      ConformalCalibration conformal,
      OnnxValue mean,
      OnnxValue std,
      OnnxValue samples,
      String targets) {
    List<ConformalLevel> levels = conformal.levels();
    double[] flat =
        levels.stream()
            .flatMapToDouble(l -> l.offsets().stream().mapToDouble(Double::doubleValue))
            .toArray();
    OnnxValue offsets = onnx.graph().constant(flat, levels.size(), model.outputs());
    OnnxValue lower;
    OnnxValue upper;
    if (conformal.rule() instanceof ConformalRule.Normalized rule) {
      OnnxValue floor =
          onnx.vector(rule.floor().stream().mapToDouble(Double::doubleValue).toArray());
      OnnxValue half = onnx.mul(offsets, onnx.max(wide(std), floor));
      lower = onnx.sub(wide(mean), half);
      upper = onnx.add(wide(mean), half);
    } else {
      OnnxValue low = wide(ends(samples, levels, EmpiricalQuantile::lower));
      OnnxValue high = wide(ends(samples, levels, EmpiricalQuantile::upper));
      OnnxValue below = onnx.sub(low, offsets);
      OnnxValue above = onnx.add(high, offsets);
      // A negative offset may empty the interval: only its midpoint is left then.
      OnnxValue middle = onnx.add(low, onnx.mul(onnx.scalar(.5), onnx.sub(high, low)));
      OnnxValue crossed = onnx.less(above, below);
      lower = onnx.where(crossed, middle, below);
      upper = onnx.where(crossed, middle, above);
    }
    List<Integer> shape = List.of(levels.size(), model.outputs());
    String about =
        "levels %s, %s".formatted(levels.stream().map(ConformalLevel::level).toList(), targets);
    write(ServingNames.LOWER, onnx.cast(lower, OnnxGraph.Type.FLOAT), shape, about);
    write(ServingNames.UPPER, onnx.cast(upper, OnnxGraph.Type.FLOAT), shape, about);
  }

  private interface End {
    EmpiricalQuantile of(double level);
  }

  private OnnxValue ends(OnnxValue samples, List<ConformalLevel> levels, End end) {
    return quantiles(samples, levels.stream().map(l -> end.of(l.level()).probability()).toList());
  }

  private OnnxValue wide(OnnxValue values) {
    return onnx.cast(values, OnnxGraph.Type.DOUBLE);
  }
}
