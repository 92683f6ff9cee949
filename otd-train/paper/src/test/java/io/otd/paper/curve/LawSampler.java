// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import io.otd.core.metrics.Draws;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.mask.MaskSample;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Draws from a known distribution in place of a trained model: K evenly spaced quantiles at each
 * point.
 */
final class LawSampler implements Sampler {
  /** A quantile of the distribution at a point. */
  @FunctionalInterface
  interface Quantile {
    double at(double x, double probability);
  }

  private final int draws;
  private final int width;
  private final float[] parameters;
  private final Quantile quantile;

  LawSampler(int draws, int width, float[] parameters, Quantile quantile) {
    this.draws = draws;
    this.width = width;
    this.parameters = parameters;
    this.quantile = quantile;
  }

  @Override
  public float[] parameters() {
    return parameters;
  }

  @Override
  public Draws at(double[] x, int stream) {
    double[] values = new double[draws * x.length];
    for (int k = 0; k < draws; k++) {
      for (int i = 0; i < x.length; i++) {
        values[k * x.length + i] = quantile.at(x[i], (k + .5) / draws);
      }
    }
    return new Draws(draws, x.length, 1, values);
  }

  /** The distribution at the first input of each row. */
  @Override
  public Draws of(float[] inputs, int rows, int stream) {
    double[] first = new double[rows];
    Arrays.setAll(first, i -> inputs[i * (inputs.length / rows)]);
    return at(first, stream);
  }

  /** Uniform reference masks; the transported ones are all equal to the first unit's. */
  @Override
  public Masks masks(int batches, int firstStream) {
    SplittableRandom random = new SplittableRandom(firstStream);
    double[] reference = random.doubles((long) batches * draws * width).toArray();
    double[] transported = new double[reference.length];
    for (int i = 0; i < reference.length; i++) {
      transported[i] = reference[i / width * width];
    }
    return new Masks(
        new MaskSample(batches * draws, width, reference),
        new MaskSample(batches * draws, width, transported));
  }

  @Override
  public void close() {}
}
