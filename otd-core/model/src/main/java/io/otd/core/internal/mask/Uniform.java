// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import java.util.List;
import org.tensorflow.op.Ops;

/**
 * The uniforms themselves, which the rows share: for a forest, whose draws choose trees by them.
 */
public record Uniform() implements MaskLaw {
  @Override
  public List<Parameter> parameters(List<Integer> layers) {
    return List.of();
  }

  @Override
  public double keepProbability() {
    return 1;
  }

  @Override
  public boolean random() {
    return true;
  }

  @Override
  public MaskDraws draw(Ops tf, ParameterValues values, Noise noise, DrawCounts counts) {
    return MaskDraws.fixed(noise.uniforms(tf, 0, counts.scored(), counts.width()));
  }
}
