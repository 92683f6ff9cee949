// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TargetColumnTest {
  private static final TargetColumn LOG =
      new TargetColumn("cost", new LogTransform(), 2, .5, -2, 3);

  @Test
  void transforms_then_standardises() {
    assertThat(LOG.forward(Math.exp(3))).isCloseTo(2, within(1e-12));
    assertThat(LOG.back(2)).isCloseTo(Math.exp(3), within(1e-12));
  }

  @Test
  void bounds_the_inverse_transform() {
    assertThat(LOG.back(3)).isCloseTo(Math.exp(3.5), within(1e-9));
    assertThat(LOG.back(500)).isEqualTo(LOG.back(3));
    assertThat(LOG.back(Double.POSITIVE_INFINITY)).isEqualTo(LOG.back(3));
    assertThat(LOG.back(-500)).isEqualTo(LOG.back(-2));
    assertThat(LOG.back(Double.NaN)).isNaN();
  }

  @Test
  void does_not_bound_a_linear_transform() {
    assertThat(TargetColumn.scaled("y", 10, 2).back(1e6)).isEqualTo(2e6 + 10);
  }

  /** A linear transform that does not invert exactly: the result must be the bound itself. */
  @Test
  void returns_the_exact_bound_beyond_an_attained_bound() {
    TargetColumn share = TargetColumn.scaled("y", .1, .3).with(TargetSupport.between(.7, 1.1));
    assertThat(share.back(-40)).isEqualTo(.7);
    assertThat(share.back(40)).isEqualTo(1.1);
    assertThat(share.back(2.5)).isCloseTo(.85, within(1e-12));
    assertThat(share.settled(-40)).isEqualTo(share.forward(.7));
    assertThat(share.settled(2.5)).isCloseTo(2.5, within(1e-12));
    assertThat(share.settled(Double.NaN)).isNaN();
    assertThat(LOG.settled(500)).isEqualTo(500);
    assertThat(share.description()).isEqualTo("(y - 0.1) / 0.3; values from 0.7 to 1.1");
  }

  @Test
  void converts_a_network_unit_to_target_units() {
    assertThat(TargetColumn.scaled("y", 10, 2).unit(77)).isCloseTo(2, within(1e-12));
    // exp(2.5) and exp(1.5) are one unit away from exp(2).
    assertThat(LOG.unit(Math.exp(2))).isCloseTo((Math.exp(2.5) - Math.exp(1.5)) / 2, within(1e-12));
  }

  /** By hand: log(y) has the slope 1 / y, divided by the scale. */
  @Test
  void log_slope_includes_the_scale() {
    assertThat(LOG.logSlope(4)).isCloseTo(Math.log(1 / (4 * .5)), within(1e-12));
    assertThat(LOG.defined(0)).isFalse();
  }

  @Test
  void describes_the_transform_in_words() {
    assertThat(TargetColumn.scaled("y", -10, 2.5).description()).isEqualTo("(y + 10) / 2.5");
    assertThat(LOG.description())
        .isEqualTo(
            "t = log(y); (t - 2) / 0.5; predictions within [2.71828, 33.1155]" + "; values from 0");
    assertThat(new TargetColumn("cost", new LogTransform(), 2, .5, -90, 3).description())
        .contains("predictions within [0, 33.1155]");
  }

  @Test
  void rejects_infinite_bounds_and_invalid_scales() {
    assertThatThrownBy(
            () -> new TargetColumn("cost", new LogTransform(), 0, 1, -1, Double.POSITIVE_INFINITY))
        .hasMessageContaining("target \"cost\": bounds -1.0 and Infinity");
    assertThatThrownBy(() -> TargetColumn.scaled("cost", 0, Double.NaN))
        .hasMessageContaining("scale NaN");
  }

  /** At 1e9 neighbours are 64 apart, at 1e6 a sixteenth, and at 1,000 a 16,384th. */
  @Test
  void float32_is_too_coarse_for_small_differences_of_large_values() {
    assertThat(TargetColumn.scaled("y", 1e9, 6).coarseness())
        .contains(
            "target \"y\": values near 1000000000 in steps of 64, which is what float32 holds;"
                + " the standard deviation is 6");
    assertThat(TargetColumn.scaled("y", -1e6, 6).coarse()).isTrue();
    assertThat(TargetColumn.scaled("y", -1e6, 600).coarse()).isFalse();
    assertThat(TargetColumn.scaled("y", 1000, 6).coarseness()).isEmpty();
    assertThat(TargetColumn.plain("y").coarse()).isFalse();
  }

  @Test
  void possible_values_lie_between_attained_and_approached_bounds() {
    TargetColumn share =
        TargetColumn.scaled("share", 0, 1)
            .with(new BoundedTransform(Double.NEGATIVE_INFINITY, 1, .1))
            .with(TargetSupport.between(0, Double.POSITIVE_INFINITY));
    assertThat(share.possible()).isEqualTo(TargetSupport.between(0, 1));
    assertThat(share.description())
        .isEqualTo("t = y, bent like a logarithm within 0.1 of 1; (t - 0) / 1; values from 0 to 1");
  }

  /** The last three as they are fitted to values of which none, or some, are below 0. */
  @Test
  void a_target_is_never_below_what_its_transform_leads_to() {
    double none = Double.NEGATIVE_INFINITY;
    assertThat(least(new LogTransform(), -2)).isZero();
    assertThat(least(new Log1pTransform(), -1)).isEqualTo(-1);
    YeoJohnsonTransform power = new YeoJohnsonTransform(.3, 20, 7);
    assertThat(least(power, power.forward(0))).isZero();
    assertThat(least(power, -2)).isZero();
    assertThat(least(power, -8)).isEqualTo(none);
  }

  private static double least(TargetTransform transform, double lower) {
    return new TargetColumn("y", transform, 0, 1, lower, 5).possible().least();
  }

  /** From -2 to 3 with limits 1 farther: a range of 5, so 5/12 straight on, and then a bend. */
  @Test
  void outputs_beyond_the_tails_come_closer_to_a_limit_and_stay_apart() {
    TargetColumn tails = TargetColumn.scaled("y", 0, 1).withTails(-2, 3, 1);
    assertThat(tails.back(3.4)).isEqualTo(3.4);
    assertThat(tails.back(-2.4)).isEqualTo(-2.4);
    double last = 3;
    for (double output = 3.1; output < 1000; output *= 1.1) {
      assertThat(tails.back(output)).isGreaterThan(last).isLessThan(4);
      last = tails.back(output);
    }
    assertThat(tails.back(Double.POSITIVE_INFINITY)).isCloseTo(4, within(1e-12));
    assertThat(tails.back(Double.NEGATIVE_INFINITY)).isCloseTo(-3, within(1e-12));
    // The slope of the line goes on.
    double end = 3 + 5 / 12.0;
    assertThat(tails.back(end + 1e-6) - tails.back(end)).isCloseTo(1e-6, within(1e-10));
  }

  @Test
  void narrow_tails_still_leave_a_tenth_of_the_range() {
    TargetColumn tails = TargetColumn.scaled("y", 0, 1).withTails(0, 10, .01);
    assertThat(tails.back(10)).isEqualTo(10);
    assertThat(tails.back(Double.POSITIVE_INFINITY)).isCloseTo(11, within(1e-12));
  }
}
