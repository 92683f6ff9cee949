// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.train.internal.tuning.Halving.Rung;
import org.junit.jupiter.api.Test;

class HalvingTest {
  /** Computed by hand; the numbers of trials are those of Li et al. 2018, Table 1, s = 4. */
  @Test
  void rungs_and_cost_of_81_trials_with_eta_3() {
    Halving halving = new Halving(81, 3, 81_000, 100);
    assertThat(halving.rungs())
        .containsExactly(
            new Rung(81, 1000),
            new Rung(27, 3000),
            new Rung(9, 9000),
            new Rung(3, 27_000),
            new Rung(1, 81_000));
    // 81 * 1000 + 27 * 2000 + 9 * 6000 + 3 * 18000 + 54000
    assertThat(halving.cost()).isEqualTo(81_000 + 54_000 + 54_000 + 54_000 + 54_000);
  }

  /** 8000 / 3 = 2667 and 8000 / 9 = 889, to hundreds; 8000 / 27 = 296 is below 5 validations. */
  @Test
  void budgets_align_with_validations_and_allow_enough_of_them() {
    assertThat(new Halving(27, 3, 8000, 100).rungs())
        .containsExactly(new Rung(27, 900), new Rung(9, 2700), new Rung(3, 8000));
  }

  /** floor(20 / 3) = 6, floor(20 / 9) = 2. */
  @Test
  void trials_are_rounded_down() {
    assertThat(new Halving(20, 3, 9050, 10).rungs())
        .containsExactly(new Rung(20, 1010), new Rung(6, 3020), new Rung(2, 9050));
  }

  @Test
  void few_trials_or_steps_make_one_rung() {
    assertThat(new Halving(2, 3, 8000, 100).rungs()).containsExactly(new Rung(2, 8000));
    assertThat(new Halving(27, 3, 70, 100).rungs()).containsExactly(new Rung(27, 70));
    assertThat(new Halving(4, 2, 4000, 100).rungs())
        .containsExactly(new Rung(4, 1000), new Rung(2, 2000), new Rung(1, 4000));
  }

  @Test
  void numbers_out_of_range_are_refused() {
    assertThatThrownBy(() -> new Halving(9, 1, 100, 10))
        .hasMessage("eta: 1 (expected: at least 2)");
    assertThatThrownBy(() -> new Halving(0, 3, 100, 10)).hasMessageContaining("trials: 0");
    assertThatThrownBy(() -> new Halving(9, 3, 0, 10)).hasMessageContaining("steps: 0");
  }
}
