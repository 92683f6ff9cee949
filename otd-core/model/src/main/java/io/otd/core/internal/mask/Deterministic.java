// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import io.otd.core.internal.layer.ParameterValues;
import org.tensorflow.op.Ops;

/** All masks are one: the plain network. */
public record Deterministic() implements MaskLaw {
  @Override
  public boolean random() {
    return false;
  }

  @Override
  public MaskDraws draw(Ops tf, ParameterValues values, Noise noise, DrawCounts counts) {
    return MaskDraws.fixed(
        tf.fill(tf.constant(new int[] {counts.scored(), counts.width()}), tf.constant(1f)));
  }
}
