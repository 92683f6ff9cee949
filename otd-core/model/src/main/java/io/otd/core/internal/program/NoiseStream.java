// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.graph.Uniforms;

/**
 * The independent random streams of one seed. They do not depend on the model, so variants of a
 * model with one seed are paired: uniforms of the same shape in the same stream have the same
 * values. OTD with any flow, with or without action, starts each step from the same reference
 * masks.
 */
public enum NoiseStream {
  /** Masks of the training steps; the block is the step. */
  TRAINING(0),
  /** Masks of the validation score, the same at each validation. */
  VALIDATION(1),
  /** Masks of the test metrics and of predictions. */
  PREDICTION(2),
  /** Masks of the exported bank. */
  BANK(3);

  private final int number;

  NoiseStream(int number) {
    this.number = number;
  }

  /** Number of the stream: fixed, since stored models are tied to it. */
  public int number() {
    return number;
  }

  /** Key of this stream for a seed. */
  public long key(long seed) {
    return Uniforms.key(seed, number());
  }
}
