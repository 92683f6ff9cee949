package io.otd.core.loss;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** What training minimises on a row, given K draws of its prediction. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = EnergyScore.class, name = "energy_score"),
  @JsonSubTypes.Type(value = SquaredError.class, name = "squared_error")
})
public sealed interface Loss permits EnergyScore, SquaredError {
  /** K: draws of a training step. */
  int draws();

  /**
   * Adds the loss of each row to a graph.
   *
   * @param tf the graph to add to
   * @param predictions {@code [K, n, d_y]}
   * @param observed {@code [n, d_y]}
   * @param outputs d_y
   */
  ScoreTerms terms(Ops tf, Operand<TFloat32> predictions, Operand<TFloat32> observed, int outputs);
}
