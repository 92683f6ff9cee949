// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import io.otd.core.internal.flow.Flow;
import io.otd.core.internal.flow.Transport;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import java.util.List;
import java.util.Optional;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The law of OTD: reference masks carried by a learned flow, {@code z_1 = sigmoid(m_1)} (paper,
 * "Learnable mask transport"). All rows share a draw's mask. With zero flow steps it is OTD-0.
 *
 * @implNote Scored and charged draws are different rows of one batch through one flow: the same law
 *     as two flows with independent noise, at less cost.
 * @param reference where the flow starts
 * @param flow the learned transport
 */
public record Transported(ConcreteReference reference, Flow flow) implements MaskLaw {
  @Override
  public List<Parameter> parameters(List<Integer> layers) {
    return flow.parameters(layers.stream().mapToInt(Integer::intValue).sum());
  }

  @Override
  public double keepProbability() {
    return reference.p();
  }

  @Override
  public MaskDraws draw(Ops tf, ParameterValues values, Noise noise, DrawCounts counts) {
    int total = counts.scored() + counts.charged();
    Operand<TFloat32> start = reference.logits(tf, noise.uniforms(tf, 1, counts.width(), total));
    Transport transport = flow.carry(tf, values, start, counts.width(), total, counts.charged());
    return new MaskDraws(
        masks(tf, transport.endpoint(), counts), masks(tf, start, counts), Optional.of(transport));
  }

  /** The masks of the scored draws, {@code [K, d_z]}, from logits {@code [d_z, K + K_kin]}. */
  private static Operand<TFloat32> masks(Ops tf, Operand<TFloat32> logits, DrawCounts counts) {
    Operand<TFloat32> scored =
        tf.slice(
            logits,
            tf.constant(new int[] {0, 0}),
            tf.constant(new int[] {counts.width(), counts.scored()}));
    return tf.linalg.transpose(tf.math.sigmoid(scored), tf.constant(new int[] {1, 0}));
  }
}
