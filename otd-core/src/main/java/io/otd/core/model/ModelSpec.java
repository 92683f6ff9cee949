package io.otd.core.model;

import io.otd.core.layer.Parameter;
import io.otd.core.mask.MaskLaw;
import io.otd.core.network.MaskedMlp;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a model is, without its numbers.
 *
 * @param inputs d_x, at least 1
 * @param outputs d_y, at least 1
 * @param network the predictive network
 * @param masks the law of the masks of its hidden units
 */
public record ModelSpec(int inputs, int outputs, MaskedMlp network, MaskLaw masks) {
  /** Checks the sizes. */
  public ModelSpec {
    if (inputs < 1 || outputs < 1) {
      throw new IllegalArgumentException(
          "inputs: " + inputs + ", outputs: " + outputs + " (expected: both >= 1)");
    }
  }

  /** The learned arrays in a fixed order: the network's, then the mask law's. */
  public List<Parameter> parameters() {
    return Stream.concat(
            network.parameters(inputs, outputs).stream(),
            masks.parameters(network.maskWidth()).stream())
        .toList();
  }
}
