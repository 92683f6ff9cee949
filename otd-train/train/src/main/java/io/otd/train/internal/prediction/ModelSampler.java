// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.prediction;

import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.program.EachNetwork;
import io.otd.core.internal.program.EnsembleSampler;
import io.otd.core.internal.program.NoiseStream;
import io.otd.core.internal.program.PredictiveDensity;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.density.AnalyticLikelihood;
import io.otd.core.schema.TargetColumn;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Predictive distributions of a trained model, in the target's units, calibrated. The same model,
 * seed and number of draws give the same answer. One thread at a time.
 */
public final class ModelSampler implements AutoCloseable {
  /** Numbers of the draws of one block. */
  private static final long NUMBERS_A_BLOCK = 4_000_000;

  /** Rows of one block if there are few draws: their cells take memory as well. */
  private static final long MAX_ROWS = 16_384;

  private final TrainedModel trained;
  private final EnsembleSampler sampler;
  private final EachNetwork networks;
  private final long key;

  /**
   * Builds the sampler; the first call compiles it.
   *
   * @param draws K; as many as {@link TrainedModel#draws} makes of them
   * @param rows approximate number of rows per request
   * @param design how the draws, and the rows of a draw, relate
   * @param networks how several are sampled
   * @param compiler of its functions
   */
  public ModelSampler(
      TrainedModel trained,
      int draws,
      int rows,
      DrawDesign design,
      EachNetwork networks,
      Compiler compiler) {
    this.trained = trained;
    this.networks = networks;
    this.sampler = new EnsembleSampler(trained.components(), draws, rows, design, compiler);
    this.key = NoiseStream.PREDICTION.key(trained.seed());
  }

  /**
   * Number of rows to hold and draw at once, so that memory does not grow with the rows of a table.
   *
   * @param draws K
   * @param outputs d_y
   * @return at least 1
   */
  public static int block(int draws, int outputs) {
    return (int) Math.max(1, Math.min(MAX_ROWS, NUMBERS_A_BLOCK / ((long) draws * outputs)));
  }

  /** K. */
  public int draws() {
    return sampler.draws();
  }

  /**
   * Draws predictions, calibrated.
   *
   * @param x encoded inputs {@code [n, d_x]}, row-major
   * @return {@code [K, n, d_y]} in the target's units
   * @throws io.otd.core.metrics.NonFiniteDrawException if a prediction is not finite
   */
  public Draws draw(float[] x) {
    return trained.calibrated(onNetworkScale(x), x);
  }

  /**
   * Draws raw predictions of the network, before calibration and the inverse transform.
   *
   * @param x encoded inputs {@code [n, d_x]}, row-major
   * @return {@code [K, n, d_y]} on the network's scale
   * @throws io.otd.core.metrics.NonFiniteDrawException if a prediction is not finite
   */
  public Draws onNetworkScale(float[] x) {
    int rows = x.length / trained.inputs();
    return Draws.of(sampler.draws(), rows, trained.outputs(), sampler.sample(x, key, networks));
  }

  /** The model. */
  public TrainedModel model() {
    return trained;
  }

  /**
   * The log density of observations, where the model's output laws have one that its calibration
   * keeps: no estimate from draws. A pool's is that of the weighted mixture of its kinds, if each
   * of them has one.
   *
   * @param x standardised inputs {@code [n, d_x]}, row-major
   * @param observed {@code [n][d_y]}, in the target's units
   * @return natural logarithm, {@code [n]}, of the density in the target's units, without the
   *     bounds of the way back; minus infinity for a value that the transform of a target does not
   *     reach
   */
  public Optional<double[]> logDensities(float[] x, double[][] observed) {
    if (!PredictiveDensity.known(trained.components().stream().map(Component::spec).toList())
        || !trained.calibration().isotonic().absent()) {
      return Optional.empty();
    }
    List<float[]> raw =
        IntStream.range(0, trained.components().size())
            .mapToObj(c -> sampler.raw(c, x, key))
            .toList();
    List<TargetColumn> targets = trained.schema().targets();
    double[][] standardized = new double[observed.length][targets.size()];
    double[] logJacobians = new double[observed.length];
    for (int i = 0; i < observed.length; i++) {
      for (int j = 0; j < targets.size(); j++) {
        double value = observed[i][j];
        boolean possible = targets.get(j).defined(value);
        standardized[i][j] = possible ? targets.get(j).forward(value) : 0;
        logJacobians[i] += possible ? -targets.get(j).logSlope(value) : Double.POSITIVE_INFINITY;
      }
    }
    double[][] components =
        new PredictiveDensity(trained.components(), trained.spread())
            .logDensities(raw, standardized, trained.groups(x));
    return Optional.of(AnalyticLikelihood.logDensities(components, logJacobians));
  }

  @Override
  public void close() {
    sampler.close();
  }
}
