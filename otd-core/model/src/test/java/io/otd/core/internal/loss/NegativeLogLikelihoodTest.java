// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.loss;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.output.Direct;
import io.otd.core.internal.output.Gaussian;
import io.otd.core.internal.output.GaussianMixture;
import io.otd.core.internal.output.PassOutputs;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.tensorflow.Operand;
import org.tensorflow.types.TFloat32;

class NegativeLogLikelihoodTest {
  /** Two passes have the standard normal density at 0 and at 1, the third is 14 deviations off. */
  @Test
  void several_passes_are_a_mixture() {
    // softplus(s + log(e - 1)) + 1e-4 is 1.
    float scale = (float) (Math.log(Math.expm1(1 - 1e-4)) - Math.log(Math.expm1(1)));
    float[] raw = {14, scale, 0, scale, 1, scale};
    float[] fit =
        GraphRun.compiled(
                tf -> {
                  Operand<TFloat32> passes = GraphRun.constant(tf, raw, 3, 1, 2);
                  PassOutputs outputs =
                      new PassOutputs(new Gaussian(), passes, Optional.empty(), 1);
                  Operand<TFloat32> y = GraphRun.constant(tf, new float[] {0}, 1, 1);
                  return List.of(new NegativeLogLikelihood(3).terms(tf, outputs, y).fit());
                })
            .get(0);
    assertNear(
        "loss", fit, new double[] {-Math.log((.3989422804014327 + .2419707245191434) / 3)}, 1e-6);
  }

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
