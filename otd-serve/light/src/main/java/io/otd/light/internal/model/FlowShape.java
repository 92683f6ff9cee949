// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.model;

import java.util.List;

/**
 * The flow of the logits of masks, {@code dm/dt = v(t, sigmoid(m))}: its velocity is a network on
 * {@code [z, t]} with a linear last layer.
 *
 * @param hidden widths of the hidden layers, possibly none
 * @param function of their units
 * @param heun whether a step is one of Heun's method; else of Euler's
 * @param steps from 0 to {@link #MOST_STEPS}
 */
public record FlowShape(List<Integer> hidden, UnitFunction function, boolean heun, int steps) {
  /** More steps than this would make a small file compute for hours. */
  public static final int MOST_STEPS = 10_000;

  /** Checks the steps. */
  public FlowShape {
    hidden = List.copyOf(hidden);
    if (steps < 0 || steps > MOST_STEPS) {
      throw new IllegalArgumentException(
          "flow steps: %s (expected: from 0 to %s)".formatted(steps, MOST_STEPS));
    }
  }

  /**
   * Sizes of the velocity network.
   *
   * @param state width of the mask state
   */
  public List<Integer> widths(int state) {
    return ArrayShape.widths(Math.addExact(state, 1), hidden, state);
  }

  List<ArrayShape> arrays(int state) {
    return ArrayShape.stack("velocity", widths(state));
  }
}
