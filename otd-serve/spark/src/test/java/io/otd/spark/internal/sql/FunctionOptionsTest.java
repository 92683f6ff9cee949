// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.spark.internal.scoring.ResultShape;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionOptionsTest {
  @Test
  void reads_lists_numbers_and_flags() {
    ResultShape shape =
        FunctionOptions.of(
                Map.of(
                    "quantiles", "0.1, 0.9", "thresholds", "3", "samples", " 2", "parts", "true"))
            .shape();
    assertThat(shape.quantiles()).containsExactly(.1, .9);
    assertThat(shape.thresholds()).containsExactly(3.0);
    assertThat(shape.samples()).isEqualTo(2);
    assertThat(shape.parts()).isTrue();
    assertThat(FunctionOptions.of(Map.of()).shape()).isEqualTo(ResultShape.USUAL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "samples    | many     | samples: many (expected: a whole number)",
        "samples    | -1       | samples: -1 (expected: >= 0)",
        "parts      | yes      | parts: yes (expected: true or false)",
        "quantiles  | 0.1;0.9  | quantiles: 0.1;0.9 (expected: numbers with commas between them)",
        "quantiles  | 1        | quantiles: [1.0] (expected: each inside (0, 1))",
        "thresholds | Infinity | thresholds: [Infinity] (expected: finite)",
        "thresholds | 2,2      | (expected: each once)",
        "sample     | 2        | options: [sample] (expected: among"
      })
  void refuses_by_name(String option, String text, String message) {
    assertThatThrownBy(() -> FunctionOptions.of(Map.of(option, text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
