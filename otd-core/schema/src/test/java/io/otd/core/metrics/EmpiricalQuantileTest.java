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
  void goldenQuantilesAreMetExactlyFromTextAndFromDoubles() {
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
  void endsOfCentralIntervalsTakeTheRightDrawWhereFloatingPointDoesNot() {
    assertThat(Math.ceil((1 - .95) / 2 * 40)).isEqualTo(2);
    assertThat(EmpiricalQuantile.lower(.95).rank(40)).isEqualTo(1);
    assertThat(EmpiricalQuantile.upper(.95).rank(40)).isEqualTo(39);
    assertThat(EmpiricalQuantile.lower(.9).rank(1000)).isEqualTo(50);
    assertThat(EmpiricalQuantile.upper(.9).rank(1000)).isEqualTo(950);
  }

  @Test
  void oneDrawIsItsOwnQuantile() {
    assertThat(EmpiricalQuantile.at(.001).of(new double[] {7})).isEqualTo(7);
    assertThat(EmpiricalQuantile.at(1).of(new double[] {7})).isEqualTo(7);
  }

  @Test
  void trailingZerosMakeNoDifference() {
    assertThat(new EmpiricalQuantile(new BigDecimal("0.90"))).isEqualTo(EmpiricalQuantile.at(.9));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -.1, 1.0001, Double.NaN})
  void aProbabilityOutOfRangeIsRefused(double probability) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EmpiricalQuantile.at(probability))
        .withMessage("quantile probability: %s (expected: > 0, <= 1)", probability);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -.5, Double.NaN})
  void aLevelOutOfRangeIsRefused(double level) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EmpiricalQuantile.lower(level))
        .withMessage("coverage level: %s (expected: inside (0, 1))", level);
    assertThatIllegalArgumentException().isThrownBy(() -> EmpiricalQuantile.upper(level));
  }

  @Test
  void noDrawsHaveNoQuantile() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EmpiricalQuantile.at(.5).of(new double[0]))
        .withMessage("draws: 0 (expected: >= 1)");
  }
}
