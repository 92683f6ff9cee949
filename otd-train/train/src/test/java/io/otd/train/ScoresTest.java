// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ScoresTest {
  @Test
  void their_text_names_each_in_five_digits() {
    assertThat(Scores.of(Map.of("rmse", 12.3456789))).hasToString("Scores{rmse=12.346}");
    assertThat(Scores.of(Map.of("conformal.picp_0.9", 5.07e-4)))
        .hasToString("Scores{conformal.picp_0.9=0.000507}");
  }

  @Test
  void an_unknown_score_is_refused_with_the_names_of_all() {
    assertThatThrownBy(() -> Scores.of(Map.of("rmse", 1.0)).mae())
        .hasMessage("score: mae (expected: one of [rmse])");
  }
}
