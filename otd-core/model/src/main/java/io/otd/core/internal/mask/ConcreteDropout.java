// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * Dropout whose rate is learned, one for each layer (Gal, Hron and Kendall 2017): a unit is dropped
 * by a relaxed Bernoulli number {@code sigmoid((logit p + logit u) / t)}, and what is kept is
 * divided by {@code 1 - p}. Each row has its own masks.
 *
 * @implNote The learned number of a layer is the difference of {@code logit p} from its first
 *     value, so that it starts at 0 and weight decay pulls towards that value. Masks are always
 *     scaled here, independently of the backbone, because {@code 1 - p} is learned.
 * @param rate the first dropout probability p, in (0, 1)
 * @param temperature t, greater than 0; 0.1 in the publication
 * @param lengthScale l of the prior {@code N(0, 1 / l^2)} of the weights, at least 0
 */
public record ConcreteDropout(double rate, double temperature, double lengthScale)
    implements MaskLaw {
  private static final String NAME = "dropout";

  /** Checks the ranges. */
  public ConcreteDropout {
    Check.that(rate > 0 && rate < 1, "dropout rate", rate, "in (0, 1)");
    Check.positive("temperature", temperature);
    Check.notNegative("length scale", lengthScale);
  }

  @Override
  public List<Parameter> parameters(List<Integer> layers) {
    List<Parameter> result = new ArrayList<>();
    for (int i = 0; i < layers.size(); i++) {
      result.add(new Parameter(name(i), List.of(1), Initializer.ZEROS));
    }
    return result;
  }

  private static String name(int layer) {
    return NAME + "/" + layer + "/logit";
  }

  @Override
  public boolean sharedByRows() {
    return false;
  }

  @Override
  public MaskDraws draw(Ops tf, ParameterValues values, Noise noise, DrawCounts counts) {
    Operand<TFloat32> u = noise.uniforms(tf, 0, counts.scored(), counts.rows(), counts.width());
    Operand<TFloat32> logitU = Logit.of(tf, u);
    List<Operand<TFloat32>> masks = new ArrayList<>();
    int offset = 0;
    for (int i = 0; i < counts.layers().size(); i++) {
      int width = counts.layers().get(i);
      Operand<TFloat32> logit = logit(tf, values, i);
      Operand<TFloat32> part =
          tf.slice(
              logitU,
              tf.constant(new int[] {0, 0, offset}),
              tf.constant(new int[] {-1, -1, width}));
      Operand<TFloat32> dropped =
          tf.math.sigmoid(
              tf.math.mul(tf.math.add(part, logit), tf.constant((float) (1 / temperature))));
      Operand<TFloat32> kept = tf.math.sub(tf.constant(1f), dropped);
      masks.add(tf.math.div(kept, keep(tf, logit)));
      offset += width;
    }
    return MaskDraws.fixed(masks.size() == 1 ? masks.get(0) : tf.concat(masks, tf.constant(2)));
  }

  /** {@code logit p} of a layer, {@code [1]}. */
  private Operand<TFloat32> logit(Ops tf, ParameterValues values, int layer) {
    return tf.math.add(values.get(name(layer)), tf.constant((float) Logit.of(rate)));
  }

  /** {@code 1 - p}, without cancellation. */
  private static Operand<TFloat32> keep(Ops tf, Operand<TFloat32> logit) {
    return tf.math.sigmoid(tf.math.neg(logit));
  }

  @Override
  public boolean regularized() {
    return true;
  }

  /**
   * {@code 1/n sum_i (l^2 |W_i|^2 / (2 (1 - p_i)) - d_i H(p_i))} over the layers i of {@code d_i}
   * units, {@code W_i} the kernel that reads them and {@code H} the entropy of a coin: the
   * divergence of the variational law from the prior, up to a constant, for each row.
   *
   * @implNote Publication, equations 2 to 4, where the kernel before the scaling is {@code W / (1 -
   *     p)}. With residual blocks later kernels read the units too; the next one is charged.
   */
  @Override
  public Optional<Operand<TFloat32>> regularizer(
      Ops tf, ParameterValues values, List<MaskedLayer> layers, int rows) {
    List<Operand<TFloat32>> terms = new ArrayList<>();
    for (int i = 0; i < layers.size(); i++) {
      Operand<TFloat32> logit = logit(tf, values, i);
      Operand<TFloat32> kernel = values.get(layers.get(i).reader());
      Operand<TFloat32> squares =
          tf.reduceSum(tf.math.mul(kernel, kernel), tf.constant(new int[] {0, 1}));
      Operand<TFloat32> weight =
          tf.math.div(
              tf.math.mul(tf.constant((float) (lengthScale * lengthScale / 2)), squares),
              keep(tf, logit));
      Operand<TFloat32> entropy =
          tf.math.mul(tf.constant((float) layers.get(i).width()), entropy(tf, logit));
      terms.add(tf.math.sub(weight, entropy));
    }
    Operand<TFloat32> sum = terms.get(0);
    for (Operand<TFloat32> term : terms.subList(1, terms.size())) {
      sum = tf.math.add(sum, term);
    }
    Operand<TFloat32> scalar = tf.reshape(sum, tf.constant(new int[0]));
    return Optional.of(tf.math.mul(scalar, tf.constant(1f / rows)));
  }

  /** {@code -p log p - (1 - p) log(1 - p)} in nats, with {@code -log p = softplus(-logit p)}. */
  private static Operand<TFloat32> entropy(Ops tf, Operand<TFloat32> logit) {
    Operand<TFloat32> p = tf.math.sigmoid(logit);
    Operand<TFloat32> minusLogit = tf.math.neg(logit);
    return tf.math.add(
        tf.math.mul(p, tf.math.softplus(minusLogit)),
        tf.math.mul(tf.math.sigmoid(minusLogit), tf.math.softplus(logit)));
  }
}
