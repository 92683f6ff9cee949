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
 * @param adapted how; nothing if it stays, as one that is not finite does
 * @param support the possible values of the target
 */
record AdaptedInterval(Interval nominal, Optional<Adapted> adapted, TargetSupport support) {
  /** Leaves an unbounded interval as it is: it has no middle. */
  AdaptedInterval {
    if (!Double.isFinite(nominal.lower()) || !Double.isFinite(nominal.upper())) {
      adapted = Optional.empty();
    }
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
