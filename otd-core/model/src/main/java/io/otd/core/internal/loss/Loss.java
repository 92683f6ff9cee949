// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.loss;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.otd.core.internal.output.OutputLaw;
import io.otd.core.internal.output.PassOutputs;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** The training loss of a row, given K draws of its prediction. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = EnergyScore.class, name = "energy_score"),
  @JsonSubTypes.Type(value = SquaredError.class, name = "squared_error"),
  @JsonSubTypes.Type(value = NegativeLogLikelihood.class, name = "negative_log_likelihood")
})
public sealed interface Loss permits EnergyScore, SquaredError, NegativeLogLikelihood {
  /** K: draws of a training step. */
  int draws();

  /**
   * Adds the loss of each row to a graph.
   *
   * @param tf the graph to add to
   * @param predicted passes of the network, from which K draws of n rows can be made
   * @param observed {@code [n, d_y]}
   */
  ScoreTerms terms(Ops tf, PassOutputs predicted, Operand<TFloat32> observed);

  /**
   * Checks that an output law can be trained by this loss.
   *
   * @throws IllegalArgumentException if it cannot, saying why
   */
  void requireSuits(OutputLaw law);
}
