package io.otd.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class Log1pTransformTest extends TargetTransformContract {
  @Override
  TargetTransform transform() {
    return new Log1pTransform();
  }

  @Test
  void isZeroAtZero() {
    assertThat(transform().forward(0)).isZero();
    assertThat(transform().forward(Math.E - 1)).isEqualTo(1);
  }

  @Test
  void refusesMinusOneNamingItAndTheDomain() {
    assertThatThrownBy(() -> transform().forward(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("-1.0 (expected: above -1, for log1p)");
  }

  @Test
  void doesNotPredictBelowZeroWhereNothingWasBelowZero() {
    assertThat(transform().floor(0)).isZero();
    assertThat(transform().floor(-.5)).isEqualTo(Double.NEGATIVE_INFINITY);
  }
}
