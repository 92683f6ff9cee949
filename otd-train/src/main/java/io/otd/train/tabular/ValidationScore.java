package io.otd.train.tabular;

import io.otd.core.graph.Compilation;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.SampleEnergyScore;
import io.otd.core.model.ModelSpec;
import io.otd.core.program.NoiseStream;
import io.otd.core.program.SamplingProgram;
import io.otd.train.training.TrainingRows;
import io.otd.train.training.Validation;
import java.util.function.Consumer;

/**
 * The energy score of the validation rows, standardised, with the same noise at each validation, so
 * that two scores differ by their parameters alone.
 */
final class ValidationScore implements Validation {
  private final TrainingRows rows;
  private final double[][] observed;
  private final int outputs;
  private final SamplingProgram program;
  private final long key;

  ValidationScore(
      ModelSpec model,
      TrainingRows rows,
      int draws,
      long seed,
      Compilation compilation,
      Consumer<String> warnings) {
    this.rows = rows;
    this.outputs = model.outputs();
    this.observed = Outputs.byRow(rows.y(), outputs);
    int count =
        model.random() ? DrawLimit.draws(draws, rows.y().length, "validation score", warnings) : 1;
    int block = SamplingProgram.blockFor(model, count, rows.rows());
    this.program = new SamplingProgram(model, count, block, compilation, warnings);
    this.key = NoiseStream.VALIDATION.key(seed);
  }

  /** Infinite where a prediction is not finite. */
  @Override
  public double score(float[] parameters) {
    float[] draws = program.sample(parameters, rows.x(), key);
    for (float value : draws) {
      if (!Float.isFinite(value)) {
        return Double.POSITIVE_INFINITY;
      }
    }
    return SampleEnergyScore.of(Draws.of(program.draws(), rows.rows(), outputs, draws), observed)
        .mean();
  }

  @Override
  public void close() {
    program.close();
  }
}
