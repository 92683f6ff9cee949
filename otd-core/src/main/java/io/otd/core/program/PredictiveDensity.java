package io.otd.core.program;

import io.otd.core.model.ModelSpec;
import io.otd.core.output.Density;

/**
 * The density that a model's output law gives to observations: a mixture, with equal weights, of
 * the laws of all passes of all members, and not an estimate from draws.
 *
 * @param model whose output law has a density
 * @param spread factor of the spread calibration about the mean of the mixture; 1 for none
 */
public record PredictiveDensity(ModelSpec model, double spread) {
  /**
   * The log density of each row's observation under each pass: the mixture's is their log mean.
   *
   * @param raw what the passes give, {@code [P, n, w]}, row-major, from {@link EnsembleSampler#raw}
   * @param observed {@code [n][d_y]}, in the network's units
   * @return natural logarithm, {@code [n][P]}
   * @throws IllegalArgumentException if the model has no density
   */
  public double[][] logDensities(float[] raw, double[][] observed) {
    Density density =
        model
            .law()
            .density()
            .orElseThrow(() -> new IllegalArgumentException("no density: " + model.law()));
    int rows = observed.length;
    int width = model.width();
    int passes = raw.length / (rows * width);
    double[][] result = new double[rows][passes];
    double[][] each = new double[passes][width];
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < passes; k++) {
        for (int j = 0; j < width; j++) {
          each[k][j] = raw[(k * rows + i) * width + j];
        }
      }
      double[] at = unscaled(density, each, observed[i]);
      for (int k = 0; k < passes; k++) {
        result[i][k] = density.logDensity(each[k], at) - at.length * Math.log(spread);
      }
    }
    return result;
  }

  /** The point that the calibration carries to the observation. */
  private double[] unscaled(Density density, double[][] passes, double[] observed) {
    if (spread == 1) {
      return observed;
    }
    double[] center = new double[observed.length];
    for (double[] pass : passes) {
      double[] mean = density.mean(pass, observed.length);
      for (int j = 0; j < center.length; j++) {
        center[j] += mean[j] / passes.length;
      }
    }
    double[] at = new double[observed.length];
    for (int j = 0; j < at.length; j++) {
      at[j] = center[j] + (observed[j] - center[j]) / spread;
    }
    return at;
  }
}
