// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.model;

import java.util.List;

/** Sizes of the predictive function of a kind: of layers, or of trees. */
public sealed interface NetworkShape permits LayeredShape, ForestShape {
  /** d_x, at least 1. */
  int inputs();

  /** Widths of the parts of a draw's latent, in their order. */
  List<Integer> latentWidths();

  /** d_z, width of a draw's latent: the sum of its parts. */
  default int latentWidth() {
    return latentWidths().stream().reduce(0, Math::addExact);
  }

  /**
   * The learned arrays in their order.
   *
   * @param outputs number of outputs of the function for a row
   */
  List<ArrayShape> arrays(int outputs);

  /**
   * Checks that a function of this kind can have these latents and outputs.
   *
   * @throws IllegalArgumentException if it cannot
   */
  void requireSuits(LatentLaw latents, LawOfOutputs law);

  /**
   * Checks the values of learned arrays.
   *
   * @param arrays in the order of {@link #arrays}, each of its size
   * @throws IllegalArgumentException if the function cannot be computed from them
   */
  void requireValid(List<float[]> arrays);
}
