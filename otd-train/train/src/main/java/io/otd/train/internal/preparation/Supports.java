// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.preparation;

import io.otd.core.internal.output.OutputBounds;
import io.otd.core.metrics.Draws;
import io.otd.core.schema.TargetColumn;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The possible values of the targets on the network's scale. */
public final class Supports {
  private Supports() {}

  /** The bounds that draws are clipped to in training; none if no target has any. */
  static Optional<OutputBounds> bounds(List<TargetColumn> targets) {
    return targets.stream().anyMatch(t -> t.support().bounded())
        ? Optional.of(
            new OutputBounds(
                ends(targets, t -> t.support().least()),
                ends(targets, t -> t.support().greatest())))
        : Optional.empty();
  }

  private static List<Float> ends(List<TargetColumn> targets, ToDoubleFunction<TargetColumn> end) {
    return targets.stream().map(t -> end(t, end.applyAsDouble(t))).toList();
  }

  private static Float end(TargetColumn target, double value) {
    return Double.isInfinite(value) ? (float) value : (float) target.forward(value);
  }

  /**
   * Draws on the network's scale, after clipping and rounding.
   *
   * @param draws {@code [K, n, d_y]}
   */
  public static Draws settled(Draws draws, List<TargetColumn> targets) {
    return targets.stream().allMatch(t -> t.support().everyNumber())
        ? draws
        : draws.map((output, value) -> targets.get(output).settled(value));
  }
}
