package io.otd.tests.serving;

import io.otd.core.graph.Compilation;
import io.otd.core.layer.Parameter;
import io.otd.core.layer.ParameterVector;
import io.otd.core.model.ModelSpec;
import io.otd.core.program.SamplingProgram;
import io.otd.core.trained.TrainedModel;
import java.util.List;

/** What a trained model predicts by the program that samples it in training. */
final class TrainedDraws {
  private TrainedDraws() {}

  /**
   * Draws of one row in the targets' units, the spread calibrated.
   *
   * @param spec of the model, or another with the same parameters
   * @param numbers cells of its columns of numbers; those of texts are not there
   * @return {@code [K][d_y]}
   */
  static double[][] of(TrainedModel model, ModelSpec spec, float[] numbers, int draws, long key) {
    return of(model, spec, numbers, List.of(), draws, key);
  }

  /**
   * Draws of one row in the targets' units, the spread calibrated.
   *
   * @param spec of the model, or another with the same parameters
   * @param numbers cells of its columns of numbers
   * @param texts cells of its columns of texts
   * @return {@code [K][d_y]}
   */
  static double[][] of(
      TrainedModel model,
      ModelSpec spec,
      float[] numbers,
      List<String> texts,
      int draws,
      long key) {
    float[] x = model.schema().encode(numbers, texts);
    float[] y;
    try (SamplingProgram program =
        new SamplingProgram(spec, draws, 1, Compilation.NONE, warning -> {})) {
      y = program.sample(vector(model), x, key);
    }
    int outputs = spec.outputs();
    double[][] result = new double[draws][outputs];
    for (int j = 0; j < outputs; j++) {
      double mean = 0;
      for (int k = 0; k < draws; k++) {
        mean += (double) y[k * outputs + j] / draws;
      }
      for (int k = 0; k < draws; k++) {
        double calibrated = mean + model.spread().factor() * (y[k * outputs + j] - mean);
        result[k][j] = model.schema().targets().get(j).back(calibrated);
      }
    }
    return result;
  }

  private static float[] vector(TrainedModel model) {
    List<Parameter> parameters = model.spec().parameters();
    float[] vector = new float[new ParameterVector(parameters).size()];
    int offset = 0;
    for (Parameter p : parameters) {
      float[] values = model.weights().get(p.name());
      System.arraycopy(values, 0, vector, offset, values.length);
      offset += values.length;
    }
    return vector;
  }
}
