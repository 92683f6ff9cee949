// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.adapt;

import java.util.Optional;

/** How the intervals of requested rows are adapted. */
@FunctionalInterface
public interface AdaptedIntervals {
  /**
   * How an interval is adapted.
   *
   * @param row from 0
   * @param target its position, from 0
   * @param level nominal one
   * @return nothing if it stays as the model gives it
   */
  Optional<VersionAdaptation.Adapted> of(int row, int target, double level);
}
