// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.network;

/**
 * Options of the predictive network besides its widths.
 *
 * @param scaledMasks divide masks by the law's {@link
 *     io.otd.core.internal.mask.MaskLaw#keepProbability()}, so that a unit keeps its mean; for
 *     Bernoulli masks this is inverted dropout
 * @param residual hidden layers after the first add to what they were given; needs equal widths
 * @param linearPath add an affine path {@code x A} from the inputs to the outputs, in parallel with
 *     the network
 */
public record Backbone(boolean scaledMasks, boolean residual, boolean linearPath) {
  /** All off: exactly the paper's formula. */
  public static final Backbone PLAIN = new Backbone(false, false, false);

  /** Masks scaled, nothing else: the usual dropout network. */
  public static final Backbone INVERTED = new Backbone(true, false, false);

  /** All on: the default for a user's table. */
  public static final Backbone TABULAR = new Backbone(true, true, true);
}
