// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BoundedTransformTest {
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  @Nested
  final class Above extends TargetTransformContract {
    @Override
    TargetTransform transform() {
      return new BoundedTransform(0, INFINITY, 2);
    }

    @Override
    double[] values() {
      return new double[] {.03, .2, 1, 1.5, 2, 7, 30, 900, 1e6};
    }
  }

  @Nested
  final class Below extends TargetTransformContract {
    @Override
    TargetTransform transform() {
      return new BoundedTransform(-INFINITY, 5, .5);
    }

    @Override
    double[] values() {
      return new double[] {.01, .5, 2, 4, 4.5};
    }
  }

  @Nested
  final class Between extends TargetTransformContract {
    @Override
    TargetTransform transform() {
      return new BoundedTransform(0, 1, .2);
    }

    @Override
    double[] values() {
      return new double[] {.004, .01, .1, .3, .5, .7, .9};
    }
  }

  /** Away from the bound both are the identity; close to it, forward is a logarithm. */
  @Test
  void is_straight_far_from_a_bound_and_a_logarithm_close_to_it() {
    BoundedTransform transform = new BoundedTransform(10, INFINITY, 1);
    assertThat(transform.back(1000)).isEqualTo(1000);
    assertThat(transform.forward(100)).isCloseTo(100, within(1e-12));
    // For small d, d + log(1 - exp(-d)) = log(d) + d/2 + O(d^2).
    assertThat(transform.forward(10.02)).isCloseTo(10 + Math.log(.02) + .01, within(1e-3));
  }

  /** With two bounds and a unit far above their distance, forward becomes the logit. */
  @Test
  void becomes_a_logit_between_two_bounds() {
    BoundedTransform transform = new BoundedTransform(0, 1, 1e4);
    double slope = (transform.forward(.9) - transform.forward(.5)) / Math.log(.9 / .1);
    assertThat(slope).isCloseTo(1e4, within(1.0));
  }

  @Test
  void the_way_back_never_leaves_the_bounds() {
    BoundedTransform transform = new BoundedTransform(0, 1, .05);
    for (double t : DoubleStream.iterate(-1e3, v -> v < 1e3, v -> v + .37).toArray()) {
      assertThat(transform.back(t)).isBetween(0.0, 1.0);
    }
    // Not even the float32 of an output far out is the bound itself.
    assertThat((float) new BoundedTransform(0, INFINITY, 1).back(-80)).isPositive();
  }

  @Test
  void values_on_or_beyond_a_bound_count_as_a_hundredth_of_a_unit_inside() {
    BoundedTransform transform = new BoundedTransform(0, INFINITY, 3);
    assertThat(transform.forward(-7)).isEqualTo(transform.forward(.03)).isFinite();
    assertThat(transform.forward(0)).isEqualTo(transform.forward(.03));
    assertThat(transform.logSlope(-7)).isEqualTo(transform.logSlope(.03));
    assertThat(transform.defined(-7)).isTrue();
  }

  @Test
  void bounds_and_unit_are_checked() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BoundedTransform(-INFINITY, INFINITY, 1))
        .withMessage(
            "least -Infinity, greatest Infinity (expected: ascending, one of them finite)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BoundedTransform(0, 1, Double.NaN))
        .withMessage("unit: NaN (expected: > 0, finite)");
  }
}
