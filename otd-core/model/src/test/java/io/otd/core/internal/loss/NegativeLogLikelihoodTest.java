// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.loss;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.output.Direct;
import io.otd.core.internal.output.Gaussian;
import io.otd.core.internal.output.GaussianMixture;
import org.junit.jupiter.api.Test;

class NegativeLogLikelihoodTest {
  @Test
  void each_loss_accepts_only_the_outputs_it_can_train() {
    assertThatThrownBy(() -> new NegativeLogLikelihood(1).requireSuits(new Direct()))
        .hasMessageContaining("no density");
    assertThatThrownBy(() -> new EnergyScore(4).requireSuits(new GaussianMixture(2)))
        .hasMessageContaining("no gradient");
    assertThatThrownBy(() -> new SquaredError(1).requireSuits(new Gaussian()))
        .hasMessageContaining("vanish");
    assertThatThrownBy(() -> new NegativeLogLikelihood(0))
        .hasMessage("loss draws: 0 (expected: >= 1)");
    assertThatCode(
            () -> {
              new NegativeLogLikelihood(1).requireSuits(new Gaussian());
              new NegativeLogLikelihood(1).requireSuits(new GaussianMixture(2));
              new EnergyScore(4).requireSuits(new Gaussian());
              new EnergyScore(4).requireSuits(new Direct());
              new SquaredError(1).requireSuits(new Direct());
            })
        .doesNotThrowAnyException();
  }
}
