// SPDX-License-Identifier: Apache-2.0
package io.otd.app.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TerminalHistogramTest {
  @Test
  void each_bin_from_the_first_with_draws_to_the_last_has_a_line() {
    assertThat(new TerminalHistogram(2, 4).lines(new double[] {-1, 0, 0.5, 1.9, 1, 4, 5}))
        .containsExactly(
            "    -2 to   0    14 %  #",
            "     0 to   2    57 %  ####", "     2 to   4     0 %", "     4 to   6    29 %  ##");
  }

  @Test
  void single_draws_far_out_have_no_line() {
    double[] draws = new double[1000];
    Arrays.fill(draws, 1, 999, 5);
    draws[0] = -40;
    draws[999] = 90;
    assertThat(new TerminalHistogram(2, 4).lines(draws))
        .containsExactly("     4 to   6   100 %  ####");
  }

  @Test
  void a_width_that_is_no_width_is_refused() {
    assertThatThrownBy(() -> new TerminalHistogram(Double.NaN, 4))
        .hasMessage("width: NaN (expected: above 0)");
  }
}
