// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TicksTest {
  @Test
  void linear_ticks_are_round_numbers_inside_the_range() {
    Ticks ticks = Ticks.linear(-1.03, 1.03, 5);
    assertThat(ticks.at()).containsExactly(-1, -.5, 0, .5, 1);
    assertThat(ticks.labels()).containsExactly("\u22121", "\u22120.5", "0", "0.5", "1");
  }

  @Test
  void logarithmic_ticks_of_many_decades_are_powers_of_ten() {
    Ticks ticks = Ticks.logarithmic(5e-4, 2e3, 8);
    assertThat(ticks.labels()).containsExactly("0.001", "0.01", "0.1", "1", "10", "100", "1,000");
  }

  @Test
  void logarithmic_ticks_over_one_decade_include_multiples_of_two_and_five() {
    Ticks ticks = Ticks.logarithmic(.0015, .012, 6);
    assertThat(ticks.labels()).containsExactly("0.002", "0.005", "0.01");
  }

  @Test
  void labels_of_large_and_small_numbers_stay_short() {
    assertThat(Ticks.label(50_000)).isEqualTo("50,000");
    assertThat(Ticks.label(-1234.5)).isEqualTo("\u22121,234.5");
    assertThat(Ticks.label(-2e-7)).isEqualTo("\u22122e\u22127");
    assertThat(Ticks.label(3e8)).isEqualTo("3e8");
  }

  @Test
  void logarithmic_ticks_reject_an_invalid_range() {
    for (double[] ends :
        new double[][] {{1, Double.POSITIVE_INFINITY}, {0, 1}, {1, Double.NaN}, {-1, 1}}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Ticks.logarithmic(ends[0], ends[1], 5))
          .withMessageEndingWith("(expected: rising, above 0, finite)");
    }
  }

  @Test
  void an_axis_ignores_non_finite_values() {
    Axis axis = new Axis();
    axis.logarithmic(true);
    axis.include(new double[] {1, 100, Double.POSITIVE_INFINITY, Double.NaN});
    assertThat(axis.max()).isBetween(100.0, 200.0);
    assertThat(axis.ticks(5).labels()).contains("1", "10", "100");
  }
}
