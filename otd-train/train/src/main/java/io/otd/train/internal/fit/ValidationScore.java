// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.program.NoiseStream;
import io.otd.core.internal.program.SamplingProgram;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.SampleEnergyScore;
import io.otd.core.schema.TargetColumn;
import io.otd.train.internal.network.TrainingRows;
import io.otd.train.internal.network.Validation;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * The energy score of the validation rows, standardised, with the same noise at each validation, so
 * that two scores differ by their parameters alone.
 */
final class ValidationScore implements Validation {
  private final TrainingRows rows;
  private final double[][] observed;
  private final int outputs;
  private final List<TargetColumn> targets;
  private final SamplingProgram program;
  private final long key;
  private final Consumer<String> warnings;
  private final IntFunction<String> far;
  private boolean warned;

  /**
   * Builds the program.
   *
   * @param targets d_y of them, of which some may have bounds
   * @param far says which row it is, of a place among the rows, whose prediction is not finite
   */
  ValidationScore(
      ModelSpec model,
      TrainingRows rows,
      List<TargetColumn> targets,
      int draws,
      long seed,
      Compilation compilation,
      Consumer<String> warnings,
      IntFunction<String> far) {
    this.rows = rows;
    this.targets = targets;
    this.warnings = warnings;
    this.far = far;
    this.outputs = model.outputs();
    this.observed = Outputs.byRow(rows.y(), outputs);
    int count =
        model.random()
            ? DrawLimit.draws(
                draws, (long) rows.places() * model.outputs(), "validation score", warnings)
            : 1;
    int block = SamplingProgram.blockFor(model, count, rows.places());
    this.program =
        new SamplingProgram(model, count, block, DrawDesign.INDEPENDENT, compilation, warnings);
    this.key = NoiseStream.VALIDATION.key(seed);
  }

  /** Infinite where a prediction is not finite, which is told once. */
  @Override
  public double score(float[] parameters) {
    float[] draws = program.sample(parameters, rows.x(), key);
    for (int i = 0; i < draws.length; i++) {
      if (!Float.isFinite(draws[i])) {
        tell(i / outputs % rows.rows());
        return Double.POSITIVE_INFINITY;
      }
    }
    Draws drawn = Draws.of(program.draws(), rows.rows(), outputs, draws);
    return SampleEnergyScore.of(Supports.settled(drawn, targets), observed).mean();
  }

  private void tell(int place) {
    if (!warned) {
      warned = true;
      warnings.accept("the validation score is infinite: " + far.apply(place));
    }
  }

  @Override
  public void close() {
    program.close();
  }
}
