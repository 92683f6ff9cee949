// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.program.NoiseStream;
import io.otd.core.internal.program.SamplingProgram;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.SampleEnergyScore;
import io.otd.core.schema.TargetColumn;
import io.otd.train.internal.network.TrainingRows;
import io.otd.train.internal.network.Validation;
import io.otd.train.internal.preparation.Supports;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The energy score of the validation rows, standardised, with the same noise at each validation, so
 * that two scores differ only because of their parameters.
 */
public final class ValidationScore implements Validation {
  private final Scored scored;
  private final Compiler compiler;
  private final IntConsumer notFinite;
  private final double[][] observed;
  private final RowWeights weights;
  private final int outputs;
  private final long key;
  private @Nullable SamplingProgram program;
  private boolean warned;

  /**
   * The contents and options of the scoring.
   *
   * @param model whose parameters are scored
   * @param rows that are not trained on
   * @param targets d_y of them, of which some may have bounds
   * @param draws of a row, at most
   * @param seed of the noise
   */
  public record Scored(
      ModelSpec model, TrainingRows rows, List<TargetColumn> targets, int draws, long seed) {
    /** Keeps the order. */
    public Scored {
      targets = List.copyOf(targets);
    }
  }

  /**
   * A score. Its program is built on first use: a network that is trained elsewhere is scored
   * there.
   *
   * @param scored what is scored
   * @param compiler of its program
   * @param notFinite receives, once, the position of a row whose prediction is not finite
   */
  public ValidationScore(Scored scored, Compiler compiler, IntConsumer notFinite) {
    this.scored = scored;
    this.compiler = compiler;
    this.notFinite = notFinite;
    this.outputs = scored.model().outputs();
    this.observed = Outputs.byRow(scored.rows().y(), outputs);
    this.weights = scored.rows().rowWeights();
    this.key = NoiseStream.VALIDATION.key(scored.seed());
  }

  /** The contents and options of the scoring. */
  public Scored scored() {
    return scored;
  }

  /** Reports that the prediction of a row is not finite, once. */
  public void notFinite(int place) {
    if (!warned) {
      warned = true;
      notFinite.accept(place);
    }
  }

  /** Infinite if a prediction is not finite, which is reported once. */
  @Override
  public double score(float[] parameters) {
    if (program == null) {
      program = built();
    }
    TrainingRows rows = scored.rows();
    float[] draws = program.sample(parameters, rows.x(), key);
    for (int i = 0; i < draws.length; i++) {
      if (!Float.isFinite(draws[i])) {
        notFinite(i / outputs % rows.rows());
        return Double.POSITIVE_INFINITY;
      }
    }
    Draws drawn = Draws.of(program.draws(), rows.rows(), outputs, draws);
    return SampleEnergyScore.of(Supports.settled(drawn, scored.targets()), observed)
        .mean(weights.of());
  }

  private SamplingProgram built() {
    ModelSpec model = scored.model();
    int places = scored.rows().places();
    int count =
        model.random()
            ? DrawLimit.draws(
                scored.draws(), (long) places * outputs, "validation score", compiler.warnings())
            : 1;
    int block = SamplingProgram.blockFor(model, count, places);
    return new SamplingProgram(model, count, block, DrawDesign.INDEPENDENT, compiler);
  }

  @Override
  public void close() {
    if (program != null) {
      program.close();
      program = null;
    }
  }
}
