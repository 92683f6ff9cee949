package io.otd.tests.serving;

import io.otd.core.graph.Compilation;
import io.otd.core.model.ModelSpec;
import io.otd.core.program.EnsembleSampler;
import io.otd.core.trained.TrainedModel;

/** What a trained model predicts by the program that samples it in training. */
final class TrainedDraws {
  private TrainedDraws() {}

  /**
   * Draws of one row in the targets' units, the spread calibrated.
   *
   * @param spec of the model, or another with the same parameters
   * @return {@code [S][d_y]}, S as an ensemble of the model gives where {@code draws} are wanted
   */
  static double[][] of(TrainedModel model, ModelSpec spec, float[] row, int draws, long key) {
    float[] x = new float[row.length];
    for (int j = 0; j < x.length; j++) {
      x[j] = (float) model.inputScaling().standardize(j, row[j]);
    }
    float[] y;
    int count;
    try (EnsembleSampler sampler =
        new EnsembleSampler(spec, model.vectors(), draws, 1, Compilation.NONE, warning -> {})) {
      y = sampler.sample(x, key);
      count = sampler.draws();
    }
    int outputs = spec.outputs();
    double[][] result = new double[count][outputs];
    for (int j = 0; j < outputs; j++) {
      double mean = 0;
      for (int k = 0; k < count; k++) {
        mean += (double) y[k * outputs + j] / count;
      }
      for (int k = 0; k < count; k++) {
        double calibrated = mean + model.spread().factor() * (y[k * outputs + j] - mean);
        result[k][j] = model.targetScaling().restore(j, calibrated);
      }
    }
    return result;
  }
}
