// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.graph.NumberedScope;
import io.otd.core.internal.graph.Tensors;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.network.BoostedForest;
import io.otd.core.internal.network.Forest;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.Checkpoint;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.export.internal.encoding.EncodingGraph;
import io.otd.export.internal.flat.FlatGraph;
import io.otd.export.internal.flat.FrozenGraph;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt64;

/**
 * What a model predicts, as a flat graph. Its input are encoded rows, {@code [B, d_x]}; its outputs
 * are those of the SavedModel, by the same names, with the draws of the bank.
 */
final class BankGraph {
  /** Input of a graph with fresh draws: the seed, which all rows share; a scalar of int64. */
  static final String SEED = "seed";

  /** Output of a graph with fresh draws: those of the seed, {@code [B, S, d_y]}. */
  static final String DRAWN = "drawn";

  private final Ops tf;
  private final TrainedModel trained;
  private final List<KindBank> banks;
  private final boolean fresh;
  private final Map<String, Checkpoint.Entry> known = new LinkedHashMap<>();
  private final Map<String, Operand<?>> outputs = new LinkedHashMap<>();

  private BankGraph(Ops tf, TrainedModel trained, List<KindBank> banks, boolean fresh) {
    this.tf = tf;
    this.trained = trained;
    this.banks = banks;
    this.fresh = fresh;
  }

  /**
   * The graph of a model with the draws of the bank.
   *
   * @param description of the export
   * @param banks of the components
   */
  static FlatGraph of(TrainedModel trained, ExportDescription description, List<KindBank> banks) {
    return of(trained, description, banks, false);
  }

  /**
   * The graph of a model with the draws of the bank and those of a seed.
   *
   * @param description of the export
   * @param banks of the components
   */
  static FlatGraph withFreshDraws(
      TrainedModel trained, ExportDescription description, List<KindBank> banks) {
    return of(trained, description, banks, true);
  }

  private static FlatGraph of(
      TrainedModel trained, ExportDescription description, List<KindBank> banks, boolean fresh) {
    try (Graph graph = new Graph()) {
      BankGraph bank = new BankGraph(NumberedScope.in(graph), trained, banks, fresh);
      bank.add(description);
      return FrozenGraph.read(graph, bank.known, bank.outputs);
    }
  }

  private void add(ExportDescription description) {
    Operand<TFloat32> x =
        tf.withName(EncodingGraph.ENCODED)
            .placeholder(
                TFloat32.class, Placeholder.shape(Shape.of(Shape.UNKNOWN_SIZE, trained.inputs())));
    int draws = description.bank().size();
    PooledDraws pool = new PooledDraws(trained, draws, this::component);
    ParameterValues values = values().withoutLoops();
    PredictiveOutputs predicted =
        PredictiveOutputs.of(tf, pool.fromBank(tf, x, values), x, draws, trained);
    new SummaryOutputs(trained, description)
        .add(
            tf,
            x,
            predicted,
            (name, value, shape) -> {
              outputs.put(name, value);
              if (name.equals(ServingNames.QUANTILES)) {
                outputs.put(ServingNames.SAMPLES, predicted.samples());
              }
            });
    VarianceOutputs parts = VarianceOutputs.of(tf, predicted, trained);
    outputs.put(ServingNames.WITHIN, parts.within());
    outputs.put(ServingNames.BETWEEN, parts.between());
    if (fresh) {
      Operand<TInt64> seed =
          tf.withName(SEED).placeholder(TInt64.class, Placeholder.shape(Shape.scalar()));
      Operand<TFloat32> drawn = pool.fresh(tf, x, values, seed);
      outputs.put(DRAWN, PredictiveOutputs.of(tf, drawn, x, draws, trained).samples());
    }
  }

  private ComponentDraws component(int number, int draws) {
    Component component = trained.components().get(number);
    if (component.spec().network() instanceof BoostedForest boosted) {
      TreeTable every = TreeTable.every(component, boosted.forest());
      return new BoostedDraws(trained, number, draws, Optional.of(every));
    }
    return component.spec().network() instanceof Forest
        ? new ForestDraws(
            trained,
            number,
            draws,
            Optional.of(
                fresh
                    ? TreeTable.whole(component)
                    : TreeTable.chosen(component, banks.get(number).masks())))
        : ComponentDraws.of(trained, number, draws);
  }

  /** Placeholders, so that TensorFlow's graph need not hold the values. */
  private ParameterValues values() {
    Map<String, Operand<TFloat32>> values = new LinkedHashMap<>();
    for (Checkpoint.Entry entry : ServedArrays.entries(trained, banks)) {
      Operand<TFloat32> value =
          tf.placeholder(TFloat32.class, Placeholder.shape(Tensors.shape(entry.shape())));
      known.put(value.op().name(), entry);
      values.put(entry.name(), value);
    }
    return new ParameterValues(values);
  }
}
