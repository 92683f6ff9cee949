// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.array.Floats;
import io.otd.core.internal.flow.Flow;
import io.otd.core.internal.mask.Transported;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.program.NoiseStream;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.serve.OtdPredictor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Draws of the exported model follow the trained distribution. */
@Tag("long")
class PredictiveLawTest {
  private static final int DRAWS = 4096;

  /**
   * The two-sample Kolmogorov-Smirnov distance that 4096 and 4096 draws from one distribution
   * exceed with probability 1e-6: {@code sqrt(-ln(1e-6 / 2) / 2) sqrt(2 / 4096)}.
   */
  private static final double BOUND = 0.0596;

  @TempDir Path base;

  @Test
  void bank_and_fresh_draws_follow_the_transported_distribution() throws IOException {
    TestModels fixture = TestModels.EULER;
    TrainedModel model = fixture.model();
    SavedModelExporter.export(model, base, ExportOptions.DEFAULT.withBank(DRAWS));
    double furthest = 0;
    try (OtdPredictor predictor = OtdPredictor.open(base)) {
      for (float[] row : fixture.rows(3)) {
        double[] trained = trained(model, model.spec(), row);
        double[] reference = trained(model, untransported(model.spec()), row);
        double[] bank = Floats.widened(predictor.predict(row).samples());
        float[][] drawn = predictor.draw(new float[][] {row}, new long[] {17})[0];
        double[] fresh = Arrays.stream(drawn).mapToDouble(d -> d[0]).toArray();

        assertThat(distance(bank, trained)).isLessThan(BOUND);
        assertThat(distance(fresh, trained)).isLessThan(BOUND);
        assertThat(Arrays.stream(bank).distinct().count()).isGreaterThan(DRAWS / 2);
        assertThat(fresh).isNotEqualTo(bank);
        furthest = Math.max(furthest, distance(reference, trained));
      }
    }
    // The test can distinguish the distributions.
    assertThat(furthest).isGreaterThan(2 * BOUND);
  }

  /** Draws with a key that the export does not use. */
  private static double[] trained(TrainedModel model, ModelSpec spec, float[] row) {
    double[][] draws =
        TrainedDraws.of(
            model,
            List.of(Component.only(spec, model.components().get(0).members())),
            row,
            DRAWS,
            DrawDesign.INDEPENDENT,
            NoiseStream.PREDICTION.key(3));
    return Arrays.stream(draws).mapToDouble(d -> d[0]).toArray();
  }

  private static ModelSpec untransported(ModelSpec spec) {
    Transported masks = (Transported) spec.masks();
    Flow none = new Flow(masks.flow().velocity(), masks.flow().solver(), 0);
    return new ModelSpec(
        spec.inputs(), spec.outputs(), spec.network(), new Transported(masks.reference(), none));
  }

  /** Largest distance of the two empirical distribution functions. */
  private static double distance(double[] a, double[] b) {
    double[] x = a.clone();
    double[] y = b.clone();
    Arrays.sort(x);
    Arrays.sort(y);
    double most = 0;
    int i = 0;
    int j = 0;
    while (i < x.length && j < y.length) {
      double at = Math.min(x[i], y[j]);
      while (i < x.length && x[i] <= at) {
        i++;
      }
      while (j < y.length && y[j] <= at) {
        j++;
      }
      most = Math.max(most, Math.abs((double) i / x.length - (double) j / y.length));
    }
    return most;
  }
}
