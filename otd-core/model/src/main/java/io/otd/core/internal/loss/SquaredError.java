// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.loss;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.output.OutputLaw;
import io.otd.core.internal.output.PassOutputs;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * Mean squared error of single passes, mean over draws and outputs: the usual loss of a plain
 * network and of Monte Carlo dropout.
 *
 * @param draws K, passes of a training step, at least 1; usually 1
 */
public record SquaredError(int draws) implements Loss {
  /** Checks the draws. */
  public SquaredError {
    Check.that(draws >= 1, "loss draws", draws, ">= 1");
  }

  @Override
  public void requireSuits(OutputLaw law) {
    if (law.random()) {
      throw new IllegalArgumentException(
          "squared error of %s: it would teach the spread to vanish (expected: direct outputs)"
              .formatted(law));
    }
  }

  @Override
  public ScoreTerms terms(Ops tf, PassOutputs predicted, Operand<TFloat32> observed) {
    Operand<TFloat32> error =
        tf.math.sub(predicted.samples(tf), tf.expandDims(observed, tf.constant(0)));
    Operand<TFloat32> fit = tf.math.mean(tf.math.mul(error, error), tf.constant(new int[] {0, 2}));
    return new ScoreTerms(fit, tf.zerosLike(fit));
  }
}
