// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.calibration.IsotonicCalibration;
import io.otd.core.internal.calibration.IsotonicCurve;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.schema.TargetSupport;
import io.otd.core.schema.TargetSupport.Lattice;
import io.otd.light.LightPredictor;
import io.otd.predict.Prediction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models whose targets lie on a lattice. */
class LatticeExportTest {
  private static final int DRAWS = 512;

  @TempDir Path base;

  private static TrainedModel rounded(int pointsPerScale) {
    return TestModels.TWO_OUTPUTS.withTargets(
        target ->
            target.with(
                TargetSupport.REAL.with(new Lattice(1, per(pointsPerScale, target.scale())))));
  }

  private static int per(int pointsPerScale, double scale) {
    return (int) Math.max(1, Math.round(pointsPerScale / scale));
  }

  /** The finer the lattice, the more draws are so close to a midpoint that rounding moves them. */
  @ParameterizedTest
  @ValueSource(ints = {4, 100, 2000})
  void draws_of_a_verified_export_lie_on_the_lattice(int pointsPerScale) throws IOException {
    requireOnLattice(rounded(pointsPerScale));
  }

  @Test
  @Tag("long")
  void recalibrated_draws_stay_on_the_lattice() throws IOException {
    TrainedModel model = rounded(4);
    requireOnLattice(
        model.with(
            model
                .calibration()
                .with(
                    new IsotonicCalibration(
                        List.of(
                            new IsotonicCurve(List.of(.3, .6), List.of(.15, .8)),
                            new IsotonicCurve(List.of(.5), List.of(.2)))))));
  }

  private void requireOnLattice(TrainedModel model) throws IOException {
    Path directory =
        SavedModelExporter.export(model, base, ExportOptions.DEFAULT.withBank(DRAWS)).directory();

    try (LightPredictor light = LightPredictor.open(directory)) {
      Prediction law = light.predict(TestModels.TWO_OUTPUTS.rows(1)[0], new String[0], 1).get(0);
      for (int j = 0; j < 2; j++) {
        Lattice lattice = model.schema().targets().get(j).support().lattice();
        for (float y : law.samples(j)) {
          assertThat((double) y)
              .isCloseTo(
                  Math.rint(y / lattice.step()) * lattice.step(), within(1e-6 * (1 + Math.abs(y))));
        }
      }
    }
  }

  /**
   * Errors of 2e-5 either way of a middle: 4e-5 of a scale in steps of 1/1000 is one draw in 25.
   */
  @Test
  void only_draws_near_a_lattice_midpoint_may_move() {
    assertThat(new Rounding(1000, 1, 0, 0, 0).moved()).isZero();
    assertThat(new Rounding(1000, 1, .001, 0, 0).moved()).isEqualTo(3 + 40);
    assertThat(new Rounding(1000, 1, 10, 0, 0).moved()).isEqualTo(3 + 1);
    assertThat(new Rounding(1000, 1, 1e-9, 0, 0).moved()).isEqualTo(1000);
  }

  /** Draws from -5 to 5 in steps of 1, uniform: a variance of 10. */
  @Test
  void parts_of_the_variance_that_are_wrong_are_more_than_rounding_on_a_lattice() {
    Rounding rounding = new Rounding(1000, 1, 1, 5, 10);
    for (String part : List.of(ServingNames.WITHIN, ServingNames.BETWEEN)) {
      // Four of 1000 draws may move by a step, which changes a square by at most 21.
      assertThat(rounding.error(part, 10)).isBetween(.004 * 21, .1 * 10);
    }
  }
}
