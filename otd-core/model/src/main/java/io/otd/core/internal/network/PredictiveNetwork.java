// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.network;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.mask.DrawnLatents;
import io.otd.core.internal.mask.MaskLaw;
import io.otd.core.internal.mask.MaskedLayer;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The predictive function {@code G(x, z)}, which determines the use of the latent z of a draw: it
 * multiplies the hidden units of a network, is an additional input, or chooses a tree or a
 * residual. The {@link MaskLaw} determines how z is drawn; it depends only on {@link #latentWidths}
 * of the function.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = MaskedMlp.class, name = "masked_mlp"),
  @JsonSubTypes.Type(value = ConditionalMlp.class, name = "conditional_mlp"),
  @JsonSubTypes.Type(value = Forest.class, name = "forest"),
  @JsonSubTypes.Type(value = BoostedForest.class, name = "boosted_forest")
})
public sealed interface PredictiveNetwork permits Mlp, Forest, BoostedForest {
  /** Maximum number of values per row and draw in a layer: what bounds the rows of a call. */
  int widest();

  /** Widths of the parts of a draw's latent, in their order: what a mask law needs to know. */
  List<Integer> latentWidths();

  /** Width of a draw's latent: the sum of its parts. */
  default int latentWidth() {
    return latentWidths().stream().mapToInt(Integer::intValue).sum();
  }

  /** The masked layers, each with the kernel that reads its units, first layer first. */
  default List<MaskedLayer> maskedLayers() {
    return List.of();
  }

  /**
   * Checks that the latents of a law can go in; those of any can, unless stated otherwise.
   *
   * @throws IllegalArgumentException if they cannot
   */
  default void requireSuits(MaskLaw law) {}

  /**
   * The learned parameters of the network, in a fixed order.
   *
   * @param inputs d_x
   * @param outputs w, numbers for a row: d_y where they are draws
   */
  List<Parameter> parameters(int inputs, int outputs);

  /**
   * Adds the network to a graph. The part that does not depend on the latents is computed once per
   * row.
   *
   * @param tf the graph to add to
   * @param values holds {@link #parameters}
   * @param x {@code [n, d_x]}; n may be known only at run time
   * @param outputs w
   * @return {@code [P, n, w]}
   */
  Operand<TFloat32> apply(
      Ops tf, ParameterValues values, Operand<TFloat32> x, DrawnLatents latents, int outputs);
}
