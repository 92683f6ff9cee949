// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.output.GaussianMixture;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.metrics.Draws;
import io.otd.light.LightPredictor;
import io.otd.predict.Prediction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Opens the light model that was written and compares it with the trained model's predictions.
 *
 * @param file that was written
 */
record LightVerification(TrainedModel trained, Path file) {
  /**
   * A draw of a mixture may fall into the next component if its uniform is at a component's
   * boundary.
   */
  private static final double OTHER_COMPONENTS = .02;

  /**
   * Compares.
   *
   * @param rows at which
   * @param bank the trained model's draws of each row from the bank
   * @param fresh likewise with the noise of a seed
   * @throws IOException if the file is not read, or a draw differs by more than float32 rounding
   */
  void run(List<RowCells> rows, List<Draws> bank, List<Draws> fresh, long[] seeds)
      throws IOException {
    try (LightPredictor light = LightPredictor.open(file)) {
      for (int i = 0; i < rows.size(); i++) {
        RowCells row = rows.get(i);
        String[] texts = row.texts().toArray(String[]::new);
        Prediction law = light.predict(row.numbers(), texts, 1).get(0);
        float[][] drawn = light.draw(row.numbers(), texts, new long[] {seeds[i]})[0];
        for (int j = 0; j < trained.outputs(); j++) {
          compare("draws of row " + i, j, law.samples(j), bank.get(i));
          compare("fresh draws of row " + i, j, column(drawn, j), fresh.get(i));
        }
      }
    }
  }

  private static float[] column(float[][] draws, int target) {
    float[] column = new float[draws.length];
    for (int k = 0; k < column.length; k++) {
      column[k] = draws[k][target];
    }
    return column;
  }

  private void compare(String what, int target, float[] actual, Draws draws) throws IOException {
    double[] expected = draws.of(0, target);
    if (!trained.calibration().isotonic().absent()) {
      // Draws that are equal up to rounding may swap ranks, and then move differently.
      Arrays.sort(actual);
      Arrays.sort(expected);
    }
    Rounding rounding = Rounding.of(trained.schema().targets().get(target), expected);
    long allowed =
        trained.components().stream().anyMatch(c -> c.spec().law() instanceof GaussianMixture)
            ? (long) Math.ceil(OTHER_COMPONENTS * expected.length)
            : 0;
    int moved = rounding.moved();
    for (int k = 0; k < expected.length; k++) {
      double slack = rounding.error(expected[k]);
      double difference = Math.abs(actual[k] - expected[k]);
      boolean same = difference <= slack || (difference <= rounding.step() + slack && --moved >= 0);
      if (!same && --allowed < 0) {
        throw new IOException(
            "light model: %s, target %s, draw %s: %s (expected: %s, within %s)"
                .formatted(what, target, k, actual[k], expected[k], slack));
      }
    }
  }
}
