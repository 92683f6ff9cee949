// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Contract of every target transform. */
abstract class TargetTransformContract {
  /** The transform. */
  abstract TargetTransform transform();

  /** Values inside its domain, increasing. */
  double[] values() {
    return new double[] {1e-6, .2, 1, 1.5, 2, 7, 30, 900, 1e6};
  }

  @Test
  void the_inverse_round_trips() {
    for (double value : values()) {
      double back = transform().back(transform().forward(value));
      assertThat(back).isCloseTo(value, within(1e-9 * (1 + Math.abs(value))));
    }
  }

  @Test
  void increases() {
    double[] values = values();
    for (int i = 1; i < values.length; i++) {
      assertThat(transform().forward(values[i])).isGreaterThan(transform().forward(values[i - 1]));
    }
  }

  /**
   * Central differences: the error is of second order in the step, plus rounding divided by the
   * step.
   */
  @Test
  void log_slope_matches_the_numerical_derivative() {
    for (double value : values()) {
      double step = 1e-4 * value;
      double slope =
          (transform().forward(value + step) - transform().forward(value - step)) / (2 * step);
      assertThat(transform().logSlope(value)).isCloseTo(Math.log(slope), within(1e-5));
    }
  }

  @Test
  void the_inverse_is_finite_and_increasing_everywhere() {
    double last = Double.NEGATIVE_INFINITY;
    for (double z : DoubleStream.iterate(-20, v -> v <= 20, v -> v + .25).toArray()) {
      double back = transform().back(z);
      assertThat(back).isFinite().isGreaterThanOrEqualTo(last);
      last = back;
    }
    assertThat(last).isGreaterThan(transform().back(0));
  }

  @Test
  void maps_nan_to_nan() {
    assertThat(transform().back(Double.NaN)).isNaN();
  }
}
