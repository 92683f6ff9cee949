// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnbrokenTest {
  @Test
  void a_number_stays_with_its_sign_and_its_error() {
    assertThat(Unbroken.text("90 % intervals cover 91.9 ± 1.9 % of 13 fields"))
        .isEqualTo("90\u00a0% intervals cover 91.9\u00a0±\u00a01.9\u00a0% of 13 fields");
  }

  @Test
  void other_blanks_and_signs_stay() {
    assertThat(Unbroken.text("Mean ± standard deviation, in %.\n 5 x"))
        .isEqualTo("Mean ± standard deviation, in %.\n 5 x");
  }
}
