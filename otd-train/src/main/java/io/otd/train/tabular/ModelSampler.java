package io.otd.train.tabular;

import io.otd.core.graph.Compilation;
import io.otd.core.layer.Parameter;
import io.otd.core.layer.ParameterVector;
import io.otd.core.metrics.Draws;
import io.otd.core.program.NoiseStream;
import io.otd.core.program.SamplingProgram;
import io.otd.core.schema.TargetColumn;
import io.otd.core.trained.TrainedModel;
import java.util.List;
import java.util.function.Consumer;

/**
 * Predictive distributions of a trained model, in the target's units, spread calibrated. The same
 * model, seed and number of draws give the same answer. One thread at a time.
 */
public final class ModelSampler implements AutoCloseable {
  private final TrainedModel trained;
  private final float[] parameters;
  private final SamplingProgram program;
  private final long key;

  /**
   * Builds the sampler; the first call compiles it.
   *
   * @param trained the model
   * @param draws K; a model without randomness has one whatever is asked
   * @param rows about how many rows will be asked for at once
   * @param compilation whether to ask for XLA
   * @param warnings is told if XLA refuses
   */
  public ModelSampler(
      TrainedModel trained,
      int draws,
      int rows,
      Compilation compilation,
      Consumer<String> warnings) {
    this.trained = trained;
    List<Parameter> all = trained.spec().parameters();
    this.parameters =
        new ParameterVector(all)
            .join(all.stream().map(p -> trained.weights().get(p.name())).toList());
    int count = trained.spec().masks().random() ? draws : 1;
    int block = SamplingProgram.blockFor(trained.spec(), count, rows);
    this.program = new SamplingProgram(trained.spec(), count, block, compilation, warnings);
    this.key = NoiseStream.PREDICTION.key(trained.seed());
  }

  /** K. */
  public int draws() {
    return program.draws();
  }

  /**
   * Draws predictions.
   *
   * @param x encoded inputs {@code [n, d_x]}, row-major
   * @return {@code [K, n, d_y]} in the target's units
   * @throws IllegalArgumentException if a prediction is not finite, naming its row
   */
  public Draws draw(float[] x) {
    int rows = x.length / trained.spec().inputs();
    Draws standardized =
        Draws.of(
            program.draws(), rows, trained.spec().outputs(), program.sample(parameters, x, key));
    List<TargetColumn> targets = trained.schema().targets();
    return trained.spread().apply(standardized).map((j, value) -> targets.get(j).back(value));
  }

  @Override
  public void close() {
    program.close();
  }
}
