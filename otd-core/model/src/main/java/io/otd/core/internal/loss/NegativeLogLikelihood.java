// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.loss;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.output.OutputLaw;
import io.otd.core.internal.output.PassOutputs;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The negative logarithm of the density of the observation, mean over passes (Nix and Weigend 1994
 * for a Gaussian, Bishop 1994 for a mixture). With several random masks the mean is an upper bound
 * of that of the mixture of the passes (Jensen), as in variational dropout. The spread has no term
 * of its own: the dispersion is 0.
 *
 * @param draws K, passes of a training step, at least 1; usually 1
 */
public record NegativeLogLikelihood(int draws) implements Loss {
  /** Checks the draws. */
  public NegativeLogLikelihood {
    Check.that(draws >= 1, "loss draws", draws, ">= 1");
  }

  @Override
  public void requireSuits(OutputLaw law) {
    if (law.density().isEmpty()) {
      throw new IllegalArgumentException(
          "negative log-likelihood of %s: it has no density (expected: Gaussian outputs or a"
                  .formatted(law)
              + " Gaussian mixture)");
    }
  }

  @Override
  public ScoreTerms terms(Ops tf, PassOutputs predicted, Operand<TFloat32> observed) {
    Operand<TFloat32> fit =
        tf.math.neg(tf.math.mean(predicted.logDensity(tf, observed), tf.constant(0)));
    return new ScoreTerms(fit, tf.zerosLike(fit));
  }
}
