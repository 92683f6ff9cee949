// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.Golden;
import java.math.BigDecimal;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmpiricalQuantileTest {
  @Test
  void quantiles_match_the_golden_values_exactly_from_text_and_from_doubles() {
    for (JsonNode wanted : Golden.read("metrics").get("quantile")) {
      double[] ascending = Golden.doubles(wanted.get("samples"));
      Arrays.sort(ascending);
      for (int i = 0; i < wanted.get("tau").size(); i++) {
        String tau = wanted.get("tau").get(i).asText();
        double quantile = wanted.get("quantile").get(i).asDouble();
        assertThat(new EmpiricalQuantile(new BigDecimal(tau)).of(ascending))
            .as("tau %s of %d", tau, ascending.length)
            .isEqualTo(quantile);
        assertThat(EmpiricalQuantile.at(Double.parseDouble(tau)).of(ascending)).isEqualTo(quantile);
      }
    }
  }

  @Test
  void interval_end_ranks_are_exact_despite_floating_point_rounding() {
    assertThat(Math.ceil((1 - .95) / 2 * 40)).isEqualTo(2);
    assertThat(EmpiricalQuantile.lower(.95).rank(40)).isEqualTo(1);
    assertThat(EmpiricalQuantile.upper(.95).rank(40)).isEqualTo(39);
    assertThat(EmpiricalQuantile.lower(.9).rank(1000)).isEqualTo(50);
    assertThat(EmpiricalQuantile.upper(.9).rank(1000)).isEqualTo(950);
  }

  @Test
  void one_draw_is_its_own_quantile() {
    assertThat(EmpiricalQuantile.at(.001).of(new double[] {7})).isEqualTo(7);
    assertThat(EmpiricalQuantile.at(1).of(new double[] {7})).isEqualTo(7);
  }

  @Test
  void trailing_zeros_make_no_difference() {
    assertThat(new EmpiricalQuantile(new BigDecimal("0.90"))).isEqualTo(EmpiricalQuantile.at(.9));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -.1, 1.0001, Double.NaN})
  void a_probability_out_of_range_is_refused(double probability) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EmpiricalQuantile.at(probability))
        .withMessage("quantile probability: %s (expected: > 0, <= 1)", probability);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -.5, Double.NaN})
  void a_level_out_of_range_is_refused(double level) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EmpiricalQuantile.lower(level))
        .withMessage("coverage level: %s (expected: inside (0, 1))", level);
    assertThatIllegalArgumentException().isThrownBy(() -> EmpiricalQuantile.upper(level));
  }

  @Test
  void an_empty_sample_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EmpiricalQuantile.at(.5).of(new double[0]))
        .withMessage("draws: 0 (expected: >= 1)");
  }
}
