package io.otd.export;

import io.otd.core.calibration.IsotonicCalibration;
import io.otd.core.graph.Compilation;
import io.otd.core.metrics.Draws;
import io.otd.core.program.EnsembleSampler;
import io.otd.core.program.NoiseStream;
import io.otd.core.trained.TrainedModel;
import java.util.Arrays;

/**
 * What the trained model itself predicts, by the program that samples it during training and plain
 * Java around that: a second way to the numbers of the exported graph.
 */
final class ReferencePredictions implements AutoCloseable {
  private final TrainedModel trained;
  private final EnsembleSampler sampler;

  /**
   * Builds the program.
   *
   * @param trained the model
   * @param draws S
   */
  ReferencePredictions(TrainedModel trained, int draws) {
    this.trained = trained;
    // One row a block: a law with masks for each row then has one mask a draw, as the bank needs.
    this.sampler =
        new EnsembleSampler(trained.spec(), trained.sampled(), draws, 1, Compilation.NONE, w -> {});
  }

  /** Key of the noise of the bank. */
  static long bankKey(long seed) {
    return NoiseStream.BANK.key(seed);
  }

  /**
   * The masks of a key, in the order of the draws.
   *
   * @return {@code [P, d_z]}: P is S, or M where masks do not vary and draws do
   */
  float[] masks(long key) {
    return sampler.masks(key);
  }

  /**
   * The noise of the output law of a key.
   *
   * @return {@code [S, uniforms]}; empty where the law takes none
   */
  float[] outputNoise(long key) {
    return sampler.outputNoise(key);
  }

  /**
   * Draws of one row in the targets' units, calibrated.
   *
   * @param row its cells
   * @param key of the noise
   * @return {@code [S][d_y]}
   */
  double[][] samples(RowCells row, long key) {
    float[] x = trained.schema().encode(row.numbers(), row.texts());
    float[] y = sampler.sample(x, key);
    int outputs = trained.spec().outputs();
    double[][] samples = new double[sampler.draws()][outputs];
    for (int j = 0; j < outputs; j++) {
      double mean = 0;
      for (int k = 0; k < samples.length; k++) {
        mean += (double) y[k * outputs + j] / samples.length;
      }
      for (int k = 0; k < samples.length; k++) {
        double calibrated = mean + trained.spread().factor() * (y[k * outputs + j] - mean);
        samples[k][j] = trained.schema().targets().get(j).back(calibrated);
      }
    }
    IsotonicCalibration isotonic = trained.calibration().isotonic();
    return isotonic.absent() ? samples : rows(isotonic.apply(draws(samples)));
  }

  /** The draws of one row. */
  static Draws draws(double[][] samples) {
    return new Draws(
        samples.length,
        1,
        samples[0].length,
        Arrays.stream(samples).flatMapToDouble(Arrays::stream).toArray());
  }

  private static double[][] rows(Draws draws) {
    double[][] samples = new double[draws.draws()][draws.outputs()];
    for (int k = 0; k < samples.length; k++) {
      for (int j = 0; j < samples[k].length; j++) {
        samples[k][j] = draws.get(k, 0, j);
      }
    }
    return samples;
  }

  @Override
  public void close() {
    sampler.close();
  }
}
