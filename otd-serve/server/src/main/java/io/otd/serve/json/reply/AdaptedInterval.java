// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json.reply;

import io.otd.core.internal.calibration.AdaptiveInterval;
import io.otd.core.internal.calibration.ConformalRule.Bounds;
import io.otd.core.schema.TargetSupport;
import io.otd.predict.Interval;
import io.otd.serve.adapt.VersionAdaptation.Adapted;
import java.util.Optional;

/**
 * An interval that may be adapted.
 *
 * @param nominal as the model gives it
 * @param adapted how; nothing if it stays, as one does that is not finite or leaves nothing out
 * @param support the possible values of the target
 */
record AdaptedInterval(Interval nominal, Optional<Adapted> adapted, TargetSupport support) {
  /**
   * Leaves an interval of all possible values as it is: an unbounded one has no middle, and one
   * between two bounds may have been unbounded before it was cut.
   */
  AdaptedInterval {
    boolean finite = Double.isFinite(nominal.lower()) && Double.isFinite(nominal.upper());
    if (!finite || whole(nominal, support)) {
      adapted = Optional.empty();
    }
  }

  /** Whether no possible value is outside; compared as the model gives its ends. */
  private static boolean whole(Interval nominal, TargetSupport support) {
    return (float) nominal.lower() <= (float) support.least()
        && (float) nominal.upper() >= (float) support.greatest();
  }

  /** The interval of the answer: within the possible values, as no others can be observed. */
  Interval used() {
    return adapted.map(by -> stretched(by.factor())).orElse(nominal);
  }

  private Interval stretched(double factor) {
    Bounds bounds =
        AdaptiveInterval.stretched(new Bounds(nominal.lower(), nominal.upper()), factor)
            .within(support);
    // With the digits of the model's own.
    return new Interval((float) bounds.low(), (float) bounds.high());
  }
}
