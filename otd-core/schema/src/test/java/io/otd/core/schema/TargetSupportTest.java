// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.files.StrictJson;
import io.otd.core.schema.TargetSupport.Lattice;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TargetSupportTest {
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  @Test
  void values_beyond_a_bound_are_clamped() {
    TargetSupport claims = TargetSupport.between(0, INFINITY);
    assertThat(claims.settle(-3)).isZero();
    assertThat(claims.settle(2.5)).isEqualTo(2.5);
    assertThat(claims.settle(Double.NaN)).isNaN();
    TargetSupport percent = TargetSupport.between(0, 100);
    assertThat(percent.settle(-INFINITY)).isZero();
    assertThat(percent.settle(130)).isEqualTo(100);
  }

  /** The texts 0.950, 0.951 ... parse to doubles that differ from multiples of 0.001. */
  @Test
  void decimal_lattice_points_equal_their_parsed_decimals() {
    TargetSupport thousandths = TargetSupport.REAL.with(new Lattice(1, 1000));
    IntStream.rangeClosed(-2000, 2000)
        .forEach(
            i -> {
              double point = Double.parseDouble(i + "e-3");
              assertThat(thousandths.settle(point)).isEqualTo(point);
              assertThat(thousandths.settle(point + .0004)).isEqualTo(point);
              assertThat(thousandths.settle(point - .0004)).isEqualTo(point);
            });
    assertThat(953 * .001).isNotEqualTo(.953);
  }

  @Test
  void rounds_half_up_and_then_applies_the_bounds() {
    TargetSupport stars = TargetSupport.between(1, 5).with(new Lattice(1, 2));
    assertThat(stars.settle(2.25)).isEqualTo(2.5);
    assertThat(stars.settle(2.24)).isEqualTo(2);
    assertThat(stars.settle(5.4)).isEqualTo(5);
    assertThat(stars.settle(Double.NaN)).isNaN();
  }

  /** In single precision a tenth is above a tenth. */
  @Test
  void a_number_of_single_precision_stands_for_the_bound_or_point_that_rounds_to_it() {
    TargetSupport tenths = TargetSupport.REAL.with(new Lattice(1, 10));
    IntStream.rangeClosed(-50, 50)
        .forEach(i -> assertThat(tenths.exact(i / 10f)).isEqualTo(i / 10.0));
    TargetSupport bounded = TargetSupport.between(.1, .7);
    assertThat(bounded.exact(.1f)).isEqualTo(.1);
    assertThat(bounded.exact(.7f)).isEqualTo(.7);
    assertThat(bounded.exact(.3f)).isEqualTo(.3f);
    assertThat(TargetSupport.REAL.exact(.1f)).isEqualTo(.1f);
  }

  @Test
  void describes_its_values_in_words() {
    assertThat(TargetSupport.REAL.description()).isEqualTo("all numbers");
    assertThat(TargetSupport.between(0, INFINITY).description()).isEqualTo("from 0");
    assertThat(TargetSupport.between(-INFINITY, 100).description()).isEqualTo("up to 100");
    assertThat(TargetSupport.between(1, 5).with(new Lattice(1, 2)).description())
        .isEqualTo("from 1 to 5 in steps of 0.5");
    assertThat(TargetSupport.REAL.with(new Lattice(1, 1)).description())
        .isEqualTo("all numbers in steps of 1");
  }

  @Test
  void round_trips_through_json() {
    TargetSupport support = TargetSupport.between(0, INFINITY).with(new Lattice(1, 1000));
    assertThat(StrictJson.value(StrictJson.tree(support), TargetSupport.class)).isEqualTo(support);
  }

  @Test
  void refuses_bounds_out_of_order() {
    assertThatThrownBy(() -> TargetSupport.between(2, 2))
        .hasMessage("support: from 2.0 to 2.0 (expected: ascending)");
    assertThatThrownBy(() -> TargetSupport.between(Double.NaN, 2))
        .hasMessageContaining("from NaN to 2.0");
    assertThatThrownBy(() -> new Lattice(1, 0)).hasMessageContaining("lattice: 1 / 0");
  }
}
