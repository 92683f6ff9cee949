// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.layer.ParameterValues;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * Independent binary masks, as in Monte Carlo dropout (Gal and Ghahramani 2016): a unit is kept
 * (mask 1) if its uniform lies below {@code 1 - rate}, otherwise dropped (mask 0).
 *
 * @implNote The paper does not say whether rows share masks. As in the usual libraries they do not;
 *     {@code shared} makes them, as OTD does.
 * @param rate probability of dropping a unit, in [0, 1)
 * @param shared whether all rows of a batch share a draw's masks
 */
public record Bernoulli(double rate, boolean shared) implements MaskLaw {
  /** Checks the rate. */
  public Bernoulli {
    Check.that(rate >= 0 && rate < 1, "dropout rate", rate, "in [0, 1)");
  }

  @Override
  public double keepProbability() {
    return 1 - rate;
  }

  @Override
  public boolean random() {
    return rate > 0;
  }

  @Override
  public boolean sharedByRows() {
    return shared;
  }

  @Override
  public MaskDraws draw(Ops tf, ParameterValues values, Noise noise, DrawCounts counts) {
    long[] shape =
        shared
            ? new long[] {counts.scored(), counts.width()}
            : new long[] {counts.scored(), counts.rows(), counts.width()};
    return MaskDraws.fixed(
        tf.dtypes.cast(
            tf.math.less(noise.uniforms(tf, 0, shape), tf.constant((float) (1 - rate))),
            TFloat32.class));
  }
}
