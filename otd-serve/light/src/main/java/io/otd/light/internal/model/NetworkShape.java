// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The predictive network. Without a code, masks multiply its hidden units: {@code h_i = phi(W_i
 * h_{i-1} + b_i) * z_i}. With a code, no unit is masked, and the code follows the inputs of the
 * first layer. An affine map follows in both.
 *
 * @param inputs d_x, at least 1
 * @param code width of the code, 0 if masks multiply the units
 * @param hidden widths of the hidden layers, at least one
 * @param function phi
 * @param scaledMasks whether masks are divided by the probability of keeping a unit
 * @param residual whether hidden layers after the first add to what they were given
 * @param linearPath whether there is an affine path from the inputs to the outputs
 */
public record NetworkShape(
    int inputs,
    int code,
    List<Integer> hidden,
    UnitFunction function,
    boolean scaledMasks,
    boolean residual,
    boolean linearPath) {
  /** Checks the widths. */
  public NetworkShape {
    hidden = List.copyOf(hidden);
    if (inputs < 1 || code < 0 || hidden.isEmpty()) {
      throw new IllegalArgumentException(
          "network: %d inputs, code of %d, hidden layers %s (expected: >= 1, >= 0, at least one)"
              .formatted(inputs, code, hidden));
    }
    if (residual && hidden.stream().distinct().count() > 1) {
      throw new IllegalArgumentException(
          "hidden layers: %s (expected: equal widths with residual blocks)".formatted(hidden));
    }
  }

  /** Whether masks multiply the hidden units. */
  public boolean masked() {
    return code == 0;
  }

  /** Width of a draw's latent: a mask for each hidden unit, or the code. */
  public int latentWidth() {
    return masked() ? hidden.stream().reduce(0, Math::addExact) : code;
  }

  /**
   * Sizes of the layers, from the input to the output.
   *
   * @param outputs number of outputs of the network for a row
   */
  public List<Integer> widths(int outputs) {
    return ArrayShape.widths(Math.addExact(inputs, code), hidden, outputs);
  }

  /**
   * The learned arrays in their order.
   *
   * @param outputs number of outputs of the network for a row
   */
  public List<ArrayShape> arrays(int outputs) {
    List<ArrayShape> arrays = new ArrayList<>(ArrayShape.stack("network", widths(outputs)));
    if (linearPath) {
      arrays.add(new ArrayShape("linear/kernel", Math.multiplyExact(inputs, outputs)));
    }
    return List.copyOf(arrays);
  }
}
