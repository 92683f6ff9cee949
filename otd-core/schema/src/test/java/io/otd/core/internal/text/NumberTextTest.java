// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumberTextTest {
  @Test
  void numbers_have_four_significant_digits_without_zeros_at_the_end() {
    assertThat(NumberText.brief(4.31187)).isEqualTo("4.312");
    assertThat(NumberText.brief(-.000987654)).isEqualTo("-0.0009877");
    assertThat(NumberText.brief(9.6)).isEqualTo("9.6");
    assertThat(NumberText.brief(.1)).isEqualTo("0.1");
    assertThat(NumberText.brief(.99996)).isEqualTo("1");
    assertThat(NumberText.brief(-0.0)).isEqualTo("0");
  }

  @Test
  void digits_in_front_of_the_point_are_never_rounded_away() {
    assertThat(NumberText.brief(142380.4)).isEqualTo("142380");
    assertThat(NumberText.brief(71686)).isEqualTo("71686");
    assertThat(NumberText.of(1e12 + .25, 6)).isEqualTo("1000000000000");
    assertThat(NumberText.brief(1950)).as("a year").isEqualTo("1950");
  }

  @Test
  void only_very_small_and_very_large_numbers_have_an_exponent() {
    assertThat(NumberText.brief(1.5e-7)).isEqualTo("1.5e-7");
    assertThat(NumberText.brief(.0001)).isEqualTo("0.0001");
    assertThat(NumberText.brief(9e14)).isEqualTo("900000000000000");
    assertThat(NumberText.brief(-1.23456e18)).isEqualTo("-1.235e18");
    assertThat(NumberText.scientific(1.2e6, 3)).isEqualTo("1.2e6");
    assertThat(NumberText.brief(Double.MIN_VALUE)).isEqualTo("4.9e-324");
  }

  @Test
  void what_is_no_number_is_said() {
    assertThat(NumberText.brief(Double.NaN)).isEqualTo("n/a");
    assertThat(NumberText.brief(Double.NEGATIVE_INFINITY)).isEqualTo("-\u221e");
    assertThat(NumberText.fixed(Double.POSITIVE_INFINITY, 2)).isEqualTo("\u221e");
  }

  @Test
  void a_cell_is_shown_without_the_last_digits_of_double_precision() {
    assertThat(NumberText.cell(.07000000000000028)).isEqualTo("0.07");
    assertThat(NumberText.cell(58.58430000000006)).isEqualTo("58.5843");
    assertThat(NumberText.cell(1_000_000_000.01)).isEqualTo("1000000000.01");
    assertThat(NumberText.cell(123456789012345.0)).isEqualTo("123456789012345");
  }

  @Test
  void one_thing_is_singular_and_any_other_number_plural() {
    assertThat(NumberText.counted(0, "row")).isEqualTo("0 rows");
    assertThat(NumberText.counted(1, "test field")).isEqualTo("1 test field");
    assertThat(NumberText.counted(71686, "row")).isEqualTo("71,686 rows");
  }

  @Test
  void counts_are_grouped_from_five_digits_on() {
    assertThat(NumberText.count(1950)).isEqualTo("1950");
    assertThat(NumberText.count(71686)).isEqualTo("71,686");
  }

  @Test
  void shares_are_in_percent() {
    assertThat(NumberText.percent(.096)).isEqualTo("9.6 %");
    assertThat(NumberText.percent(.001)).isEqualTo("0.1 %");
    assertThat(NumberText.percent(1)).isEqualTo("100 %");
  }

  @Test
  void differences_have_a_sign() {
    assertThat(NumberText.signed(.5)).isEqualTo("+0.5");
    assertThat(NumberText.signed(-.5)).isEqualTo("-0.5");
    assertThat(NumberText.signed(0)).isEqualTo("0");
  }

  @Test
  void a_mean_is_rounded_to_the_precision_of_its_spread() {
    assertThat(NumberText.withSpread(.019151, .0001043)).isEqualTo("0.01915 \u00b1 0.00010");
    assertThat(NumberText.withSpread(26.6667, .57735)).isEqualTo("26.67 \u00b1 0.58");
    assertThat(NumberText.withSpread(2, 0)).isEqualTo("2");
    assertThat(NumberText.withSpread(1234.5, 250)).isEqualTo("1230 \u00b1 250");
    assertThat(NumberText.withSpread(229169, 16251)).isEqualTo("229000 \u00b1 16000");
    assertThat(NumberText.withSpread(1.2342e-12, 3.4e-13)).isEqualTo("1.234e-12 \u00b1 3.4e-13");
    assertThat(NumberText.withSpread(5.1234, Double.NaN)).isEqualTo("5.123");
    assertThat(NumberText.withSpread(5, Double.POSITIVE_INFINITY)).startsWith("5 \u00b1 ");
    assertThat(NumberText.withSpread(-3, 16251)).isEqualTo("0 \u00b1 16000");
  }

  @Test
  void an_exact_number_has_the_digits_that_identify_it() {
    assertThat(NumberText.exact(5.07e-4)).isEqualTo("0.000507");
    assertThat(NumberText.exact(1e-8)).isEqualTo("1e-8");
    assertThat(NumberText.exact(2)).isEqualTo("2");
    assertThat(NumberText.exact(0)).isEqualTo("0");
    for (double value : new double[] {.1 + .2, 1 / 3.0, 1e15 / 7, Double.MIN_VALUE, 1e300 / 3}) {
      assertThat(Double.parseDouble(NumberText.exact(value))).isEqualTo(value);
    }
  }
}
