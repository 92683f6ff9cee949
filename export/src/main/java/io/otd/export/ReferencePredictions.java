// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.program.EnsembleSampler;
import io.otd.core.internal.program.NoiseStream;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.metrics.Draws;

/**
 * Predictions of the trained model by its sampling program and plain Java, to verify those of the
 * exported graph.
 */
final class ReferencePredictions implements AutoCloseable {
  private final TrainedModel trained;
  private final EnsembleSampler bank;
  private final EnsembleSampler fresh;

  /**
   * Builds the programs.
   *
   * @param draws S
   */
  ReferencePredictions(TrainedModel trained, int draws) {
    this.trained = trained;
    this.bank = sampler(draws, DrawDesign.LATIN_HYPERCUBE);
    this.fresh = sampler(draws, DrawDesign.INDEPENDENT);
  }

  /**
   * One row a block: a law with masks for each row then has one mask per draw, as the bank needs.
   */
  private EnsembleSampler sampler(int draws, DrawDesign design) {
    return new EnsembleSampler(
        trained.components(), draws, 1, design, new Compiler(Compilation.NONE, w -> {}));
  }

  /** Key of the noise of the bank. */
  static long bankKey(long seed) {
    return NoiseStream.BANK.key(seed);
  }

  /**
   * The masks of a component in the bank, in the order of its draws.
   *
   * @param component from 0
   * @return {@code [P, d_z]}: P is the number of its draws, or M where masks do not vary and draws
   *     do
   */
  float[] masks(int component, long key) {
    return bank.masks(component, key);
  }

  /**
   * The noise of the output law of a component in the bank.
   *
   * @param component from 0
   * @return {@code [S_c, uniforms]}; empty if the law takes none
   */
  float[] outputNoise(int component, long key) {
    return bank.outputNoise(component, key);
  }

  /**
   * Draws of one row in the targets' units from the bank, calibrated.
   *
   * @param key of the bank's noise
   * @return {@code [S, 1, d_y]}
   * @throws io.otd.core.metrics.NonFiniteDrawException if one is not finite
   */
  Draws fromBank(RowCells row, long key) {
    return samples(bank, row, key);
  }

  /** The same with independent noise of a key. */
  Draws fresh(RowCells row, long key) {
    return samples(fresh, row, key);
  }

  private Draws samples(EnsembleSampler sampler, RowCells row, long key) {
    float[] x = trained.schema().encode(row.numbers(), row.texts());
    return trained.calibrated(
        Draws.of(sampler.draws(), 1, trained.outputs(), sampler.sample(x, key)), x);
  }

  @Override
  public void close() {
    bank.close();
    fresh.close();
  }
}
