// SPDX-License-Identifier: Apache-2.0
package io.otd.predict.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.metrics.Draws;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetSupport;
import io.otd.predict.Prediction;
import java.util.List;
import org.junit.jupiter.api.Test;

class PredictedDrawsTest {
  /** As a float, a tenth is above a tenth. */
  @Test
  void gives_the_draws_of_rows_as_possible_values_of_the_targets() {
    List<TargetColumn> targets =
        List.of(
            TargetColumn.plain("share").with(TargetSupport.between(.1, 1)),
            TargetColumn.plain("b"));
    Draws draws =
        PredictedDraws.of(
            targets,
            List.of(
                Prediction.of(
                    targets,
                    new float[] {.1f, 2, .5f, 3},
                    ConformalCalibration.NONE,
                    List.of(0, 0)),
                Prediction.of(
                    targets,
                    new float[] {.2f, 4, 1, 5},
                    ConformalCalibration.NONE,
                    List.of(0, 0))));
    assertThat(draws.of(0, 0)).containsExactly(.1, .5);
    assertThat(draws.of(0, 1)).containsExactly(2, 3);
    assertThat(draws.of(1, 0)).containsExactly(.2f, 1);
    assertThat(draws.of(1, 1)).containsExactly(4, 5);
  }
}
