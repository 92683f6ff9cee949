// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.LocalDate;
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
    assertThat(ticks.labels()).containsExactly("0.001", "0.01", "0.1", "1", "10", "100", "1000");
  }

  @Test
  void logarithmic_ticks_over_one_decade_include_multiples_of_two_and_five() {
    Ticks ticks = Ticks.logarithmic(.0015, .012, 6);
    assertThat(ticks.labels()).containsExactly("0.002", "0.005", "0.01");
  }

  @Test
  void labels_of_large_and_small_numbers_stay_short() {
    assertThat(Ticks.label(1950)).as("a year").isEqualTo("1950");
    assertThat(Ticks.label(50_000)).isEqualTo("50000");
    assertThat(Ticks.label(-1234.5)).isEqualTo("\u22121234.5");
    assertThat(Ticks.label(-2e-7)).isEqualTo("\u22122e\u22127");
    assertThat(Ticks.label(3e8)).isEqualTo("3e8");
  }

  @Test
  void ticks_of_dates_are_years_months_or_days() {
    assertThat(dates("1998-03-01", "2004-02-01", 6).labels())
        .containsExactly("1999", "2000", "2001", "2002", "2003", "2004");
    assertThat(dates("1850-01-01", "2024-01-01", 5).labels())
        .containsExactly("1850", "1900", "1950", "2000");
    assertThat(dates("2023-11-20", "2024-06-10", 4).labels())
        .containsExactly("2024-01", "2024-03", "2024-05");
    Ticks days = dates("2024-02-27", "2024-03-02", 5);
    assertThat(days.labels())
        .containsExactly("2024-02-27", "2024-02-28", "2024-02-29", "2024-03-01", "2024-03-02");
    assertThat(days.at()[1] - days.at()[0]).isEqualTo(1);
  }

  private static Ticks dates(String from, String to, int most) {
    return Ticks.dates(
        (double) LocalDate.parse(from).toEpochDay(),
        (double) LocalDate.parse(to).toEpochDay(),
        most);
  }

  @Test
  void neighbouring_labels_of_large_numbers_differ() {
    assertThat(Ticks.linear(1e6, 1.6e6, 5).labels())
        .containsExactly("1e6", "1.1e6", "1.2e6", "1.3e6", "1.4e6", "1.5e6", "1.6e6");
  }

  @Test
  void the_labels_of_an_axis_have_one_notation() {
    assertThat(Ticks.linear(-5e5, 1.2e6, 4).labels())
        .containsExactly("\u22125e5", "0", "5e5", "1e6");
    assertThat(Ticks.linear(2e5, 9e5, 4).labels())
        .containsExactly("200000", "400000", "600000", "800000");
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
