package io.otd.export;

import io.otd.core.graph.Compilation;
import io.otd.core.layer.Parameter;
import io.otd.core.layer.ParameterVector;
import io.otd.core.program.NoiseStream;
import io.otd.core.program.SamplingProgram;
import io.otd.core.trained.TrainedModel;
import java.util.List;

/**
 * What the trained model itself predicts, by the program that samples it during training and plain
 * Java around that: a second way to the numbers of the exported graph.
 */
final class ReferencePredictions implements AutoCloseable {
  private final TrainedModel trained;
  private final float[] parameters;
  private final SamplingProgram program;

  /**
   * Builds the program.
   *
   * @param trained the model
   * @param draws S
   */
  ReferencePredictions(TrainedModel trained, int draws) {
    this.trained = trained;
    this.parameters = vector(trained);
    // One row a block: a law with masks for each row then has one mask a draw, as the bank needs.
    this.program = new SamplingProgram(trained.spec(), draws, 1, Compilation.NONE, w -> {});
  }

  private static float[] vector(TrainedModel trained) {
    List<Parameter> all = trained.spec().parameters();
    return new ParameterVector(all)
        .join(all.stream().map(p -> trained.weights().get(p.name())).toList());
  }

  /** Key of the noise of the bank. */
  static long bankKey(long seed) {
    return NoiseStream.BANK.key(seed);
  }

  /**
   * The masks of a key.
   *
   * @return {@code [S, d_z]}
   */
  float[] masks(long key) {
    return program.masks(parameters, key).transported();
  }

  /**
   * Draws of one row in the targets' units, the spread calibrated.
   *
   * @param row its cells
   * @param key of the noise
   * @return {@code [S][d_y]}
   */
  double[][] samples(RowCells row, long key) {
    float[] x = trained.schema().encode(row.numbers(), row.texts());
    float[] y = program.sample(parameters, x, key);
    int outputs = trained.spec().outputs();
    double[][] samples = new double[program.draws()][outputs];
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
    return samples;
  }

  @Override
  public void close() {
    program.close();
  }
}
