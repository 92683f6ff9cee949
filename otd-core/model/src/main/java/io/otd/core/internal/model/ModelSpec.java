// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.model;

import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.mask.MaskLaw;
import io.otd.core.internal.network.PredictiveNetwork;
import io.otd.core.internal.output.Direct;
import io.otd.core.internal.output.OutputLaw;
import java.util.List;
import java.util.stream.Stream;

/**
 * The specification of a model, without its numbers.
 *
 * @param inputs d_x, at least 1
 * @param outputs d_y, at least 1
 * @param network the predictive network
 * @param masks the law of the masks of its hidden units, or of the code that is an additional input
 * @param law of the targets, given the outputs of the network
 */
public record ModelSpec(
    int inputs, int outputs, PredictiveNetwork network, MaskLaw masks, OutputLaw law) {
  /** Checks the sizes, and that network and masks go together. */
  public ModelSpec {
    if (inputs < 1 || outputs < 1) {
      throw new IllegalArgumentException(
          "inputs: " + inputs + ", outputs: " + outputs + " (expected: both >= 1)");
    }
    network.requireSuits(masks);
  }

  /** A model whose network outputs draws. */
  public ModelSpec(int inputs, int outputs, PredictiveNetwork network, MaskLaw masks) {
    this(inputs, outputs, network, masks, new Direct());
  }

  /** w: number of outputs of a network pass for a row. */
  public int width() {
    return law.width(outputs);
  }

  /** Whether two draws can differ; if not, one suffices. */
  public boolean random() {
    return masks.random() || law.random();
  }

  /**
   * P: passes of the network behind some draws. Where only the output law is random, one pass
   * serves all draws.
   *
   * @param draws K
   */
  public int passes(int draws) {
    return law.random() && !masks.random() ? 1 : draws;
  }

  /** The learned arrays in a fixed order: the network's, then the mask law's. */
  public List<Parameter> parameters() {
    return Stream.concat(
            network.parameters(inputs, width()).stream(),
            masks.parameters(network.latentWidths()).stream())
        .toList();
  }
}
