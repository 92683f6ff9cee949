// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.program.EnsembleSampler;
import io.otd.core.internal.trained.TrainedModel;
import java.util.List;

/** Predictions of a trained model with the sampling program of training. */
final class TrainedDraws {
  private TrainedDraws() {}

  /**
   * Draws of one row in the targets' units, with calibrated spread.
   *
   * @param kinds of the model, or others with the same parameters
   * @param numbers cells of its numeric columns; it has no text columns
   * @return {@code [S][d_y]}, where S is the number of draws of an ensemble of which {@code draws}
   *     are requested
   */
  static double[][] of(
      TrainedModel model,
      List<Component> kinds,
      float[] numbers,
      int draws,
      DrawDesign design,
      long key) {
    float[][] rows = {numbers};
    return of(model, kinds, rows, List.of(List.of()), draws, design, key)[0];
  }

  /**
   * Draws of each row by itself, in the targets' units, with calibrated spread.
   *
   * @param kinds of the model, or others with the same parameters
   * @param numbers cells of its numeric columns: {@code [n][columns]}
   * @param texts cells of its text columns: {@code [n][columns]}
   * @return {@code [n][S][d_y]}, where S is the number of draws of an ensemble of which {@code
   *     draws} are requested
   */
  static double[][][] of(
      TrainedModel model,
      List<Component> kinds,
      float[][] numbers,
      List<List<String>> texts,
      int draws,
      DrawDesign design,
      long key) {
    double[][][] rows = new double[numbers.length][][];
    try (EnsembleSampler sampler =
        new EnsembleSampler(
            kinds, draws, 1, design, new Compiler(Compilation.NONE, warning -> {}))) {
      for (int i = 0; i < rows.length; i++) {
        float[] y = sampler.sample(model.schema().encode(numbers[i], texts.get(i)), key);
        rows[i] = calibrated(model, y, sampler.draws());
      }
    }
    return rows;
  }

  private static double[][] calibrated(TrainedModel model, float[] y, int count) {
    int outputs = model.outputs();
    double[][] result = new double[count][outputs];
    for (int j = 0; j < outputs; j++) {
      double mean = 0;
      for (int k = 0; k < count; k++) {
        mean += (double) y[k * outputs + j] / count;
      }
      for (int k = 0; k < count; k++) {
        double calibrated = mean + model.spread().factor() * (y[k * outputs + j] - mean);
        result[k][j] = model.schema().targets().get(j).back(calibrated);
      }
    }
    return result;
  }
}
