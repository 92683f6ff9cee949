// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import io.otd.core.internal.check.Check;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.PinballLoss;
import io.otd.core.metrics.density.KdeLikelihood;
import java.util.List;
import java.util.Optional;

/**
 * Options of scoring.
 *
 * @param levels of the central intervals, at least one, each inside (0, 1); see {@link
 *     CoverageLevels}
 * @param probabilities of the quantiles scored by pinball loss, each inside (0, 1), at least one
 * @param density for the likelihood; without one it is left out
 * @param seed of the randomised {@link ProbabilityIntegralTransform}
 * @param atoms whether predictions may have atoms: an observed value that is equal to several draws
 *     is then inside an interval by the share of ranks in common, the mean of the randomised
 *     coverage (Czado, Gneiting and Held 2009); else, as in the paper, intervals contain their ends
 * @param further scores besides the usual ones
 */
public record ScoreOptions(
    List<Double> levels,
    List<Double> probabilities,
    Optional<KdeLikelihood.Density> density,
    long seed,
    boolean atoms,
    List<Further> further) {
  /**
   * A score besides the usual ones: the mean over rows and outputs.
   *
   * @param name among the scores
   * @param formula of one output of one row
   */
  public record Further(String name, Formula formula) {}

  /** A score of one output of one row. */
  public interface Formula {
    /**
     * The score.
     *
     * @param ascending {@code [K]} draws in ascending order, at least one
     * @param observed finite
     */
    double of(double[] ascending, double observed);
  }

  /** Checks levels and probabilities. */
  public ScoreOptions {
    further = List.copyOf(further);
    levels = CoverageLevels.check(levels);
    probabilities = List.copyOf(probabilities);
    if (probabilities.isEmpty()) {
      throw new IllegalArgumentException("quantile probabilities: none (expected: at least one)");
    }
    for (double probability : probabilities) {
      Check.that(
          probability > 0 && probability < 1, "quantile probability", probability, "inside (0, 1)");
    }
  }

  /**
   * The usual ones, without a likelihood.
   *
   * @param levels of the central intervals
   */
  public static ScoreOptions of(List<Double> levels) {
    return new ScoreOptions(
        levels,
        PinballLoss.PROBABILITIES,
        Optional.empty(),
        ProbabilityIntegralTransform.SEED,
        false,
        List.of());
  }

  /** With a likelihood, or without. */
  public ScoreOptions withDensity(Optional<KdeLikelihood.Density> other) {
    return new ScoreOptions(levels, probabilities, other, seed, atoms, further);
  }

  /** The same for predictions that may have atoms, or may not. */
  public ScoreOptions withAtoms(boolean other) {
    return new ScoreOptions(levels, probabilities, density, seed, other, further);
  }

  /** With scores besides the usual ones. */
  public ScoreOptions withFurther(List<Further> other) {
    return new ScoreOptions(levels, probabilities, density, seed, atoms, other);
  }

  /** The same for one output of several. */
  public ScoreOptions ofOutput(int output) {
    return new ScoreOptions(
        levels, probabilities, density.map(d -> d.ofOutput(output)), seed, atoms, further);
  }
}
