// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EvaluationOptionsTest {
  @Test
  void what_is_out_of_range_is_named() {
    assertThatThrownBy(() -> EvaluationOptions.DEFAULT.withDraws(1))
        .hasMessage("draws: 1 (expected: at least 2)");
    for (double level : new double[] {0, 1, Double.NaN}) {
      assertThatThrownBy(() -> EvaluationOptions.DEFAULT.withLevels(.5, level))
          .hasMessage("level: " + level + " (expected: above 0 and below 1)");
    }
  }

  @Test
  void each_option_keeps_the_others() {
    EvaluationOptions all =
        EvaluationOptions.DEFAULT
            .withDraws(7)
            .withLevels(.6)
            .withScores("upper")
            .withCoverageBy("town", "size")
            .withWeight("people");
    EvaluationOptions expected =
        new EvaluationOptions(
            7, List.of(.6), List.of("upper"), List.of("town", "size"), Optional.of("people"));
    assertThat(all).isEqualTo(expected);
    assertThat(
            EvaluationOptions.DEFAULT
                .withWeight("people")
                .withCoverageBy("town", "size")
                .withScores("upper")
                .withLevels(.6)
                .withDraws(7))
        .isEqualTo(expected);
  }
}
