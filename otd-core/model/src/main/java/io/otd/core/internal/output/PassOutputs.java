// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.output;

import java.util.List;
import java.util.Optional;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Squeeze;
import org.tensorflow.types.TFloat32;

/**
 * The outputs of a network's passes, with the law that interprets them.
 *
 * @param law of the targets
 * @param raw {@code [P, n, w]}
 * @param latents noise of the law, {@code [K, uniforms]}; none if it takes none
 * @param outputs d_y
 * @param bounds of the draws, if any; densities have none
 */
public record PassOutputs(
    OutputLaw law,
    Operand<TFloat32> raw,
    Optional<Operand<TFloat32>> latents,
    int outputs,
    Optional<OutputBounds> bounds) {
  /** Outputs without bounds. */
  public PassOutputs(
      OutputLaw law, Operand<TFloat32> raw, Optional<Operand<TFloat32>> latents, int outputs) {
    this(law, raw, latents, outputs, Optional.empty());
  }

  /** The same with other bounds. */
  public PassOutputs within(Optional<OutputBounds> other) {
    return new PassOutputs(law, raw, latents, outputs, other);
  }

  /** Adds the draws, {@code [K, n, d_y]}. */
  public Operand<TFloat32> samples(Ops tf) {
    Operand<TFloat32> draws =
        latents.map(noise -> law.samples(tf, raw, noise, outputs)).orElse(raw);
    return bounds.map(b -> b.apply(tf, draws)).orElse(draws);
  }

  /**
   * Adds the log density of observations under each pass.
   *
   * @param observed {@code [n, d_y]}
   * @return {@code [P, n]}
   * @throws IllegalStateException if the law has no density
   */
  public Operand<TFloat32> logDensity(Ops tf, Operand<TFloat32> observed) {
    return law.density()
        .orElseThrow(() -> new IllegalStateException("no density: " + law))
        .logDensity(tf, raw, observed, outputs);
  }

  /**
   * Adds the log density of observations under the mixture of the passes, each with the same
   * weight.
   *
   * @param observed {@code [n, d_y]}
   * @return {@code [n]}
   * @throws IllegalStateException if the law has no density
   */
  public Operand<TFloat32> mixtureLogDensity(Ops tf, Operand<TFloat32> observed) {
    Operand<TFloat32> each = logDensity(tf, observed);
    int passes = Math.toIntExact(raw.shape().get(0));
    return passes == 1
        ? tf.math.mean(each, tf.constant(0))
        : tf.math.sub(
            tf.squeeze(Density.logSum(tf, each, 0), Squeeze.axis(List.of(0L))),
            tf.constant((float) Math.log(passes)));
  }
}
