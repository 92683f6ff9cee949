// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.loss;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.output.OutputLaw;
import io.otd.core.internal.output.PassOutputs;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The negative logarithm of the density of the observation (Nix and Weigend 1994 for a Gaussian,
 * Bishop 1994 for a mixture). With several random masks the density is that of the mixture of the
 * passes, {@code -log 1/K sum_k p(y | x, z_k)}: the masks are a latent variable, and what they
 * leave to chance is part of the prediction. On average it is an upper bound of the loss with all
 * masks, and closer to it the more passes there are (Burda, Grosse and Salakhutdinov 2016). The
 * spread has no term of its own: the dispersion is 0.
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
    Operand<TFloat32> fit = tf.math.neg(predicted.mixtureLogDensity(tf, observed));
    return new ScoreTerms(fit, tf.zerosLike(fit));
  }
}
