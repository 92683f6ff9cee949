// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import java.util.Collections;
import java.util.List;

/**
 * Number of requested masks.
 *
 * @param scored K, at least 1: masks that go through the network
 * @param charged K_kin, at least 0: further masks, drawn for the kinetic action alone
 * @param rows n, for laws whose masks differ from row to row
 * @param layers widths of the masked layers, first layer first, or of the one code; each at least 1
 */
public record DrawCounts(int scored, int charged, int rows, List<Integer> layers) {
  /** Checks the ranges. */
  public DrawCounts {
    layers = List.copyOf(layers);
    if (scored < 1 || charged < 0 || rows < 1 || layers.isEmpty() || Collections.min(layers) < 1) {
      throw new IllegalArgumentException(
          "draws: %s, action draws: %s, rows: %s, mask widths: %s (expected: >= 1, >= 0, >= 1, >= 1)"
              .formatted(scored, charged, rows, layers));
    }
  }

  /** Width of a mask or code: the sum of the widths. */
  public int width() {
    return layers.stream().mapToInt(Integer::intValue).sum();
  }
}
