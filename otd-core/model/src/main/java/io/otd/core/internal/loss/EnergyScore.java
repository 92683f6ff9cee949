// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.loss;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.output.OutputLaw;
import io.otd.core.internal.output.PassOutputs;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/**
 * The unbiased energy score of K draws (paper, "Monte Carlo Energy Score"; Gneiting and Raftery
 * 2007): {@code 1/K sum_k |y_k - y| - 1/(2 K (K-1)) sum_{k != j} |y_k - y_j|}. With one draw the
 * second term is absent.
 *
 * @implNote The pair term is written {@code sum_k <y_k, u_k>} with the summed unit vectors {@code
 *     u_k = sum_j (y_k - y_j) / |y_k - y_j|} held constant: its value and its gradient are exact,
 *     and the pairs are visited once instead of three times. At distance 0 the unit vector is 0,
 *     and so is the gradient.
 * @param draws K, at least 1
 */
public record EnergyScore(int draws) implements Loss {
  /** From here on, for one output, sorting is cheaper than all pairs. */
  static final int FEWEST_SORTED = 256;

  /** Checks the draws. */
  public EnergyScore {
    Check.that(draws >= 1, "loss draws", draws, ">= 1");
  }

  @Override
  public void requireSuits(OutputLaw law) {
    if (!law.reparameterized()) {
      throw new IllegalArgumentException(
          "energy score of %s: its draws have no gradient by all that is learned (expected: the"
                  .formatted(law)
              + " negative log-likelihood, or direct or Gaussian outputs)");
    }
  }

  @Override
  public ScoreTerms terms(Ops tf, PassOutputs predicted, Operand<TFloat32> observed) {
    return terms(tf, predicted.samples(tf), observed, predicted.outputs());
  }

  private ScoreTerms terms(
      Ops tf, Operand<TFloat32> predictions, Operand<TFloat32> observed, int outputs) {
    Operand<TFloat32> fit =
        tf.math.mean(
            Distances.norm(
                tf, tf.math.sub(predictions, tf.expandDims(observed, tf.constant(0))), outputs),
            tf.constant(0));
    if (draws == 1) {
      return new ScoreTerms(fit, tf.zerosLike(fit));
    }
    Operand<TFloat32> units =
        outputs == 1 && draws >= FEWEST_SORTED
            ? sortedUnits(tf, predictions)
            : pairUnits(tf, predictions, outputs);
    return new ScoreTerms(fit, dispersion(tf, predictions, units));
  }

  /**
   * Half the mean distance of pairs: {@code sum_{k,j} |y_k - y_j| = 2 sum_k <y_k, u_k>}, over
   * {@code 2 K (K-1)}.
   */
  Operand<TFloat32> dispersion(Ops tf, Operand<TFloat32> predictions, Operand<TFloat32> units) {
    return tf.math.mul(
        tf.constant((float) (1.0 / (draws * (draws - 1.0)))),
        tf.reduceSum(
            tf.math.mul(predictions, tf.stopGradient(units)), tf.constant(new int[] {0, 2})));
  }

  /** Summed unit vectors over all pairs, {@code [K, n, d_y]}. */
  Operand<TFloat32> pairUnits(Ops tf, Operand<TFloat32> predictions, int outputs) {
    if (outputs == 1) {
      // Without the last dimension, the sum runs over full vector registers of rows.
      Operand<TFloat32> flat = tf.reshape(predictions, tf.constant(new int[] {draws, -1}));
      return tf.expandDims(
          tf.reduceSum(tf.math.sign(differences(tf, flat)), tf.constant(1)), tf.constant(2));
    }
    return tf.reduceSum(Distances.unit(tf, differences(tf, predictions)), tf.constant(1));
  }

  /** {@code y_k - y_j} at place {@code [k, j]}. */
  private static Operand<TFloat32> differences(Ops tf, Operand<TFloat32> values) {
    return tf.math.sub(
        tf.expandDims(values, tf.constant(1)), tf.expandDims(values, tf.constant(0)));
  }

  /**
   * The same for one output: a draw of rank r (from 1) has {@code u = 2 r - K - 1}. Ties get
   * different weights with the right sum.
   */
  Operand<TFloat32> sortedUnits(Ops tf, Operand<TFloat32> predictions) {
    Operand<TFloat32> byRow =
        tf.linalg.transpose(
            tf.stopGradient(
                tf.squeeze(
                    predictions, org.tensorflow.op.core.Squeeze.axis(java.util.List.of(2L)))),
            tf.constant(new int[] {1, 0}));
    // The ranks are the argsort of the argsort, in descending order.
    Operand<TInt32> order = tf.nn.topK(byRow, tf.constant(draws), TInt32.class).indices();
    Operand<TInt32> reversed = tf.nn.topK(order, tf.constant(draws), TInt32.class).indices();
    Operand<TFloat32> place = tf.dtypes.cast(reversed, TFloat32.class);
    // topK of a permutation lists the places from the last draw to the first.
    Operand<TFloat32> places = tf.reverse(place, tf.constant(new int[] {1}));
    Operand<TFloat32> units =
        tf.math.sub(tf.constant(draws - 1f), tf.math.mul(tf.constant(2f), places));
    return tf.expandDims(tf.linalg.transpose(units, tf.constant(new int[] {1, 0})), tf.constant(2));
  }
}
