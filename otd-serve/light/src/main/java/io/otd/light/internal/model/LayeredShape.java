// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A network of layers. Without a code, masks multiply its hidden units: {@code h_i = phi(W_i
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
public record LayeredShape(
    int inputs,
    int code,
    List<Integer> hidden,
    UnitFunction function,
    boolean scaledMasks,
    boolean residual,
    boolean linearPath)
    implements NetworkShape {
  /** Checks the widths. */
  public LayeredShape {
    hidden = List.copyOf(hidden);
    if (inputs < 1 || code < 0 || hidden.isEmpty()) {
      throw new IllegalArgumentException(
          "network: %s inputs, code of %s, hidden layers %s (expected: >= 1, >= 0, at least one)"
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

  /** A mask for each hidden unit, or the code. */
  @Override
  public List<Integer> latentWidths() {
    return masked() ? hidden : List.of(code);
  }

  /** Any law of masks or of a code; the outputs may be draws or parameters of a law. */
  @Override
  public void requireSuits(LatentLaw latents, LawOfOutputs law) {
    if (latents instanceof LatentLaw.Uniform) {
      throw new IllegalArgumentException(
          "latents of layers: " + latents + " (expected: a law of masks or of a code)");
    }
  }

  /**
   * Sizes of the layers, from the input to the output.
   *
   * @param outputs number of outputs of the network for a row
   */
  public List<Integer> widths(int outputs) {
    return ArrayShape.widths(Math.addExact(inputs, code), hidden, outputs);
  }

  /** Of each layer, kernel and bias; then the kernel of the linear path, if there is one. */
  @Override
  public List<ArrayShape> arrays(int outputs) {
    List<ArrayShape> arrays = new ArrayList<>(ArrayShape.stack("network", widths(outputs)));
    if (linearPath) {
      arrays.add(new ArrayShape("linear/kernel", Math.multiplyExact(inputs, outputs)));
    }
    return List.copyOf(arrays);
  }

  /** Any numbers are layers. */
  @Override
  public void requireValid(List<float[]> arrays) {}
}
