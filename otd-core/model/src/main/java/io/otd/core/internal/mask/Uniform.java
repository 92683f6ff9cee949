// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import io.otd.core.internal.layer.ParameterValues;
import org.tensorflow.op.Ops;

/**
 * The uniforms themselves, which the rows share: for a forest, whose draws choose trees by them.
 */
public record Uniform() implements MaskLaw {
  @Override
  public MaskDraws draw(Ops tf, ParameterValues values, Noise noise, DrawCounts counts) {
    return MaskDraws.fixed(noise.uniforms(tf, 0, counts.scored(), counts.width()));
  }
}
