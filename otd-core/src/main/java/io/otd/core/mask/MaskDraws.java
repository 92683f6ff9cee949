package io.otd.core.mask;

import io.otd.core.flow.Transport;
import java.util.Optional;
import org.tensorflow.Operand;
import org.tensorflow.types.TFloat32;

/**
 * Masks that a law has added to a graph.
 *
 * @param masks {@code [K, d_z]}, or {@code [K, n, d_z]} where each row has its own; in [0, 1],
 *     unless the law scales them itself
 * @param reference the masks before any transport, of the same shape; the same masks where there is
 *     none
 * @param transport the flow behind them, where there is one: its parameters get their gradient from
 *     {@link Transport#pullback}, not from the graph
 */
public record MaskDraws(
    Operand<TFloat32> masks, Operand<TFloat32> reference, Optional<Transport> transport) {
  /** Masks without transport. */
  static MaskDraws fixed(Operand<TFloat32> masks) {
    return new MaskDraws(masks, masks, Optional.empty());
  }
}
