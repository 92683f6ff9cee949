// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import java.util.List;
import java.util.Optional;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The law of the latents of the draws: of the masks that multiply the hidden units of a network, of
 * the code that is an additional input, or of the number that chooses a tree. The law does not
 * determine how a network uses a latent: see {@link
 * io.otd.core.internal.network.PredictiveNetwork}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Deterministic.class, name = "deterministic"),
  @JsonSubTypes.Type(value = Bernoulli.class, name = "bernoulli"),
  @JsonSubTypes.Type(value = ConcreteDropout.class, name = "concrete_dropout"),
  @JsonSubTypes.Type(value = Transported.class, name = "transported"),
  @JsonSubTypes.Type(value = LowLatent.class, name = "low_latent"),
  @JsonSubTypes.Type(value = Uniform.class, name = "uniform")
})
public sealed interface MaskLaw
    permits Deterministic, Bernoulli, ConcreteDropout, Transported, LowLatent, Uniform {
  /**
   * The learned parameters of the law; most have none.
   *
   * @param layers widths of the masked layers, first layer first, or of the one code; the width of
   *     a latent is their sum
   */
  default List<Parameter> parameters(List<Integer> layers) {
    return List.of();
  }

  /**
   * Probability with which the reference keeps a unit, in (0, 1]: its mean where that is simple. A
   * law that scales its masks itself gives 1.
   */
  default double keepProbability() {
    return 1;
  }

  /** Whether two draws can differ; if not, one draw suffices. */
  default boolean random() {
    return true;
  }

  /** Whether all rows of a batch share a draw's mask. */
  default boolean sharedByRows() {
    return true;
  }

  /**
   * Adds masks to a graph.
   *
   * @param tf the graph to add to
   * @param values holds {@link #parameters}
   * @param counts number and width of the masks
   */
  MaskDraws draw(Ops tf, ParameterValues values, Noise noise, DrawCounts counts);

  /**
   * Adds what the law charges for itself and for the weights that read masked units, besides the
   * loss of the rows and the action.
   *
   * @param tf the graph to add to
   * @param values holds {@link #parameters} and the kernels
   * @param layers what is masked, first layer first
   * @param rows n of the training data
   * @return scalar, to be added to the mean loss of a row; none if nothing is charged
   */
  default Optional<Operand<TFloat32>> regularizer(
      Ops tf, ParameterValues values, List<MaskedLayer> layers, int rows) {
    return Optional.empty();
  }

  /** Whether {@link #regularizer} charges anything, and so depends on the number of rows. */
  default boolean regularized() {
    return false;
  }
}
