// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.graph.NumberedScope;
import io.otd.core.internal.graph.Tensors;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.model.Component;
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

/**
 * What a model predicts with the draws of the bank, as a flat graph. Its input are encoded rows,
 * {@code [B, d_x]}; its outputs are those of the SavedModel, by the same names.
 */
final class BankGraph {
  private final Ops tf;
  private final TrainedModel trained;
  private final List<KindBank> banks;
  private final Map<String, Checkpoint.Entry> known = new LinkedHashMap<>();
  private final Map<String, Operand<?>> outputs = new LinkedHashMap<>();

  private BankGraph(Ops tf, TrainedModel trained, List<KindBank> banks) {
    this.tf = tf;
    this.trained = trained;
    this.banks = banks;
  }

  /**
   * The graph of a model.
   *
   * @param description of the export
   * @param banks of the components
   */
  static FlatGraph of(TrainedModel trained, ExportDescription description, List<KindBank> banks) {
    try (Graph graph = new Graph()) {
      BankGraph bank = new BankGraph(NumberedScope.in(graph), trained, banks);
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
    PredictiveOutputs predicted =
        PredictiveOutputs.of(
            tf,
            new PooledDraws(trained, draws, this::component).fromBank(tf, x, values()),
            draws,
            trained.calibration(),
            trained.schema().targets());
    new SummaryOutputs(trained, description)
        .add(
            tf,
            predicted,
            (name, value, shape) -> {
              outputs.put(name, value);
              if (name.equals(ServingNames.QUANTILES)) {
                outputs.put(ServingNames.SAMPLES, predicted.samples());
              }
            });
  }

  private ComponentDraws component(int number, int draws) {
    Component component = trained.components().get(number);
    return component.spec().network() instanceof Forest
        ? new ForestDraws(
            trained,
            number,
            draws,
            Optional.of(new TreeTable(component, banks.get(number).masks())))
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
