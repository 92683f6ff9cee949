// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DrawLimitTest {
  private final List<String> warnings = new ArrayList<>();

  @Test
  void draws_are_limited_to_a_thousand_for_twenty_thousand_values() {
    assertThat(DrawLimit.draws(1000, 20_000, "calibration", warnings::add)).isEqualTo(1000);
    assertThat(warnings).isEmpty();
    assertThat(DrawLimit.draws(1000, 40_000, "calibration", warnings::add)).isEqualTo(500);
    assertThat(warnings)
        .containsExactly(
            "calibration: 500 draws for each of 40000 values, not 1000, to keep memory bounded");
  }

  @Test
  void a_minimum_number_of_draws_is_always_taken() {
    assertThat(DrawLimit.draws(1000, 100_000_000, "calibration", warnings::add)).isEqualTo(50);
  }
}
