// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumberTextTest {
  @Test
  void numbers_have_four_significant_digits() {
    assertThat(NumberText.brief(4.31187)).isEqualTo("4.312");
    assertThat(NumberText.brief(-.000987654)).isEqualTo("\u22120.0009877");
    assertThat(NumberText.brief(1234567)).isEqualTo("1,234,567");
    assertThat(NumberText.brief(1.5e-7)).isEqualTo("1.500e\u221207");
    assertThat(NumberText.brief(Double.NaN)).isEqualTo("n/a");
    assertThat(NumberText.brief(Double.NEGATIVE_INFINITY)).isEqualTo("\u2212\u221e");
  }

  @Test
  void a_mean_is_rounded_to_the_precision_of_its_spread() {
    assertThat(NumberText.withSpread(.019151, .0001043)).isEqualTo("0.01915 \u00b1 0.00010");
    assertThat(NumberText.withSpread(26.6667, .57735)).isEqualTo("26.67 \u00b1 0.58");
    assertThat(NumberText.withSpread(2, 0)).isEqualTo("2");
    assertThat(NumberText.withSpread(1234.5, 250)).isEqualTo("1235 \u00b1 250");
  }
}
