// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.SpreadCalibration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrainedModelTest {
  @Test
  void the_mean_of_draws_errs_by_more_the_further_they_are_scaled_down() {
    TrainedModel model = TestModels.OTD_ENSEMBLE.model();
    TrainedModel scaled =
        new TrainedModel(
            model.spec(),
            model.schema(),
            Calibration.of(new SpreadCalibration(.5)),
            List.of(member(model, .1), member(model, .2)),
            model.seed(),
            model.metrics(),
            model.provenance());
    // 1/f^2: 100 and 25, their mean 62.5; over 250 draws .25, its root .5; over the pool's factor.
    assertThat(scaled.errorOfMean(250)).isCloseTo(1, within(1e-12));
  }

  private static TrainedMember member(TrainedModel model, double factor) {
    return new TrainedMember(model.members().get(0).weights(), new SpreadCalibration(factor));
  }
}
