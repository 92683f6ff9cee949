// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.graph.Loop;
import io.otd.core.internal.graph.LoopValues;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.Checkpoint;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.export.internal.savedmodel.ServedSignature;
import io.otd.export.internal.savedmodel.ServedVariables;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;
import org.tensorflow.types.TInt64;
import org.tensorflow.types.family.TNumber;

/** Adds the signatures of a model to a graph. */
final class InferenceGraph {
  private static final String DRAWN = "drawn";
  private static final String ROWS = "rows";
  private static final String SEEDS = "seeds";
  private static final String PARAMETERS = "parameters";

  private final Ops tf;
  private final TrainedModel trained;
  private final ExportDescription description;
  private final ServedVariables variables;
  private final int draws;

  /**
   * Adds the variables.
   *
   * @param tf an empty graph
   * @param entries all parameters of the model, and the bank
   */
  InferenceGraph(
      Ops tf, TrainedModel trained, ExportDescription description, List<Checkpoint.Entry> entries) {
    this.tf = tf;
    this.trained = trained;
    this.description = description;
    this.draws = description.bank().size();
    this.variables = new ServedVariables(tf, entries);
  }

  ServedVariables variables() {
    return variables;
  }

  /** Adds all signatures. */
  List<ServedSignature> addSignatures() {
    RowInputs rows = RowInputs.add(tf, trained.schema());
    Operand<TFloat32> x = rows.encoded(tf);
    PredictiveOutputs bank = outputs(fromBank(x), x);
    return List.of(
        summary(rows.signature(ServingNames.DEFAULT_SIGNATURE), x, bank),
        samples(rows.signature(ServingNames.SAMPLE), bank),
        probability(rows.signature(ServingNames.PROBABILITY), x, bank),
        draw(rows.signature(ServingNames.DRAW), x),
        parts(rows.signature(ServingNames.PARTS), bank),
        byName());
  }

  private ServedSignature summary(
      ServedSignature signature, Operand<TFloat32> x, PredictiveOutputs from) {
    new SummaryOutputs(trained, description)
        .add(tf, x, from, (name, value, shape) -> signature.output(tf, name, value, shape));
    return signature;
  }

  private ServedSignature samples(ServedSignature signature, PredictiveOutputs from) {
    return signature.output(tf, ServingNames.SAMPLES, from.samples(), draws, trained.outputs());
  }

  private ServedSignature probability(
      ServedSignature signature, Operand<TFloat32> x, PredictiveOutputs from) {
    String key = ServingNames.THRESHOLD;
    Operand<TFloat32> threshold = signature.input(tf, key, TFloat32.class, trained.outputs());
    Operand<TFloat32> each = ofRows(x, key, threshold, TFloat32.class, trained.outputs());
    return signature.output(tf, ServingNames.BELOW, from.below(tf, each), trained.outputs());
  }

  private ServedSignature draw(ServedSignature signature, Operand<TFloat32> x) {
    String key = ServingNames.SEED;
    Operand<TInt64> seeds = tf.expandDims(signature.input(tf, key, TInt64.class), tf.constant(1));
    PredictiveOutputs fresh = outputs(fresh(x, ofRows(x, key, seeds, TInt64.class, 1)), x);
    return signature.output(tf, ServingNames.SAMPLES, fresh.samples(), draws, trained.outputs());
  }

  private ServedSignature parts(ServedSignature signature, PredictiveOutputs from) {
    VarianceOutputs parts = VarianceOutputs.of(tf, from, trained);
    return signature
        .output(tf, ServingNames.WITHIN, parts.within(), trained.outputs())
        .output(tf, ServingNames.BETWEEN, parts.between(), trained.outputs());
  }

  private ServedSignature byName() {
    RowInputs rows = RowInputs.byName(tf, description);
    Operand<TFloat32> x = rows.encoded(tf);
    return summary(rows.signature(ServingNames.BY_NAME), x, outputs(fromBank(x), x));
  }

  /**
   * Values that must have as many rows as the request: to run them is an error otherwise. They are
   * concatenated with a column of the rows and sliced again. A reshape would not work, because
   * TensorFlow removes it, assuming that it fits.
   */
  private <T extends TNumber> Operand<T> ofRows(
      Operand<TFloat32> x, String key, Operand<T> values, Class<T> type, int width) {
    Operand<TInt32> first = tf.constant(new int[] {0, 0});
    Operand<T> column =
        tf.dtypes.cast(tf.zerosLike(tf.slice(x, first, tf.constant(new int[] {-1, 1}))), type);
    return tf.slice(
        tf.withName(key + "_beside_rows").concat(List.of(values, column), tf.constant(1)),
        first,
        tf.constant(new int[] {-1, width}));
  }

  private PredictiveOutputs outputs(Operand<TFloat32> network, Operand<TFloat32> x) {
    return PredictiveOutputs.of(tf, network, x, draws, trained);
  }

  private PooledDraws pooledDraws() {
    return new PooledDraws(trained, draws);
  }

  /** The draws of the bank: {@code [B, d_x]} to {@code [B, S, d_y]}. */
  private Operand<TFloat32> fromBank(Operand<TFloat32> x) {
    return pooledDraws().fromBank(tf, x, variables.values());
  }

  /**
   * A loop over the rows, each with masks drawn from its own seed: the result of a row depends on
   * nothing else.
   */
  private Operand<TFloat32> fresh(Operand<TFloat32> x, Operand<TInt64> seeds) {
    List<Parameter> parameters = ServedArrays.parameters(trained);
    Operand<TInt32> rows =
        tf.reshape(
            tf.slice(tf.shape(x), tf.constant(new int[] {0}), tf.constant(new int[] {1})),
            tf.constant(new int[0]));
    Operand<TFloat32> none =
        tf.fill(
            tf.stack(List.of(rows, tf.constant(draws), tf.constant(trained.outputs()))),
            tf.constant(0f));
    Loop loop = new Loop(tf, ServingNames.DRAW, rows);
    loop.state(DRAWN, none, -1, draws, trained.outputs());
    loop.invariant(ROWS, x, -1, trained.inputs());
    loop.invariant(SEEDS, seeds, -1, 1);
    loop.invariant(
        PARAMETERS,
        variables.values().getAll(parameters),
        parameters.stream().map(Parameter::dimensions).toList());
    return loop.add(
            (body, index, in) ->
                LoopValues.of(
                    DRAWN,
                    body.tensorScatterNdUpdate(
                        in.floats(DRAWN),
                        body.reshape(index, body.constant(new int[] {1, 1})),
                        row(body, index, in, parameters))))
        .floats(DRAWN);
  }

  /** The draws of one row, {@code [1, S, d_y]}. */
  private Operand<TFloat32> row(
      Ops body, Operand<TInt32> index, LoopValues in, List<Parameter> parameters) {
    Operand<TFloat32> x =
        body.slice(
            in.floats(ROWS),
            body.stack(List.of(index, body.constant(0))),
            body.constant(new int[] {1, trained.inputs()}));
    Operand<TInt64> key =
        body.reshape(
            body.gather(in.get(SEEDS, TInt64.class), index, body.constant(0)),
            body.constant(new int[0]));
    ParameterValues values = ParameterValues.of(parameters, in.floatList(PARAMETERS));
    return pooledDraws().fresh(body, x, values, key);
  }
}
