// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.trained.TestModels;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.schema.BoundedTransform;
import io.otd.light.LightPredictor;
import io.otd.predict.Prediction;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models of targets that approach a bound. The exporter compares the graph with plain Java. */
class BoundedExportTest {
  private static final int DRAWS = 512;

  @TempDir Path base;

  @Test
  void draws_of_a_verified_export_are_all_inside_and_none_is_the_bound() throws IOException {
    // The first target's draws are around -52: without the bound, all would be negative.
    TrainedModel model =
        TestModels.TWO_OUTPUTS.withTargets(
            target -> target.with(new BoundedTransform(0, Double.POSITIVE_INFINITY, 20)));
    Path directory =
        SavedModelExporter.export(model, base, ExportOptions.DEFAULT.withBank(DRAWS)).directory();
    try (LightPredictor light = LightPredictor.open(directory)) {
      Prediction law = light.predict(TestModels.TWO_OUTPUTS.rows(1)[0], new String[0], 1).get(0);
      for (int j = 0; j < 2; j++) {
        assertThat(law.samples(j)).hasSize(DRAWS);
        for (float y : law.samples(j)) {
          assertThat(y).isPositive();
        }
      }
    }
  }
}
