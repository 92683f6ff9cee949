package io.otd.core.loss;

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
    if (draws < 1) {
      throw new IllegalArgumentException("loss draws: " + draws + " (expected: >= 1)");
    }
  }

  @Override
  public ScoreTerms terms(
      Ops tf, Operand<TFloat32> predictions, Operand<TFloat32> observed, int outputs) {
    Operand<TFloat32> error = tf.math.sub(predictions, tf.expandDims(observed, tf.constant(0)));
    Operand<TFloat32> fit = tf.math.mean(tf.math.mul(error, error), tf.constant(new int[] {0, 2}));
    return new ScoreTerms(fit, tf.zerosLike(fit));
  }
}
