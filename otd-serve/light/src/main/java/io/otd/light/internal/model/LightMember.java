// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.model;

import java.util.List;

/**
 * A member of an ensemble, or the only one.
 *
 * @param spread factor on the distance of its own draws from their mean, greater than 0
 * @param arrays what it learned, in the order of {@link LightKind#shapes}; not copied, not to be
 *     changed
 */
public record LightMember(double spread, List<float[]> arrays) {
  /** Checks the factor. */
  public LightMember {
    arrays = List.copyOf(arrays);
    if (!(spread > 0) || Double.isInfinite(spread)) {
      throw new IllegalArgumentException(
          "spread of a member: " + spread + " (expected: > 0, finite)");
    }
  }
}
