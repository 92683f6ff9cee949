// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import io.otd.core.internal.flow.Transport;
import java.util.Optional;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/**
 * Masks that a law has added to a graph.
 *
 * @param masks {@code [K, d_z]}, or {@code [K, n, d_z]} where each row has its own, or {@code [K,
 *     F, 1, d_z]} where each of F groups of as many consecutive rows has; in [0, 1], unless the law
 *     scales them itself
 * @param reference the masks before any transport, of the same shape; the same masks if there is
 *     none
 * @param transport the flow behind them, if there is one: its parameters get their gradient from
 *     {@link Transport#pullback}, not from the graph
 */
public record MaskDraws(
    Operand<TFloat32> masks, Operand<TFloat32> reference, Optional<Transport> transport) {
  /** Masks without transport. */
  public static MaskDraws fixed(Operand<TFloat32> masks) {
    return new MaskDraws(masks, masks, Optional.empty());
  }

  /**
   * Masks that rows share, drawn F times as often, as masks of groups of rows.
   *
   * @param tf the graph to add to
   * @param draws K
   * @param groups F; these are {@code K F} masks
   * @param width d_z
   */
  public MaskDraws ofGroups(Ops tf, int draws, int groups, int width) {
    Operand<TInt32> shape = tf.constant(new int[] {draws, groups, 1, width});
    return new MaskDraws(tf.reshape(masks, shape), tf.reshape(reference, shape), transport);
  }
}
