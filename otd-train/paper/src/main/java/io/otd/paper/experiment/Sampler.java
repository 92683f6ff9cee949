// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.experiment;

import io.otd.core.internal.array.Floats;
import io.otd.core.metrics.Draws;
import io.otd.paper.mask.MaskSample;

/**
 * Draws of a trained model of one output. Each call names a stream: different streams are
 * independent, the same gives the same masks.
 */
public interface Sampler extends AutoCloseable {
  /** The learned numbers, {@code [P]}; not a copy. */
  float[] parameters();

  /**
   * Predictions.
   *
   * @param inputs {@code [n, d_x]}, row-major
   * @param rows n, at least 1
   * @param stream of the noise, at least 0
   * @return {@code [K, n, 1]}; all rows of a draw under one mask, where the law's masks are shared
   */
  Draws of(float[] inputs, int rows, int stream);

  /**
   * Predictions of a model of one input.
   *
   * @param x points
   * @param stream of the noise, at least 0
   * @return {@code [K, n, 1]}
   */
  default Draws at(double[] x, int stream) {
    return of(Floats.rounded(x), x.length, stream);
  }

  /**
   * The masks behind {@link #many} with the same streams; for laws whose masks the rows share.
   *
   * @param batches K masks each, at least 1
   * @param firstStream of the noise; the following ones are used as well
   * @return {@code K batches} masks each
   */
  Masks masks(int batches, int firstStream);

  @Override
  void close();

  /**
   * Predictions at one point.
   *
   * @param batches K predictions each, at least 1
   * @param firstStream of the noise; the following ones are used as well
   * @return {@code [K batches]}
   */
  default double[] many(double x, int batches, int firstStream) {
    double[][] parts = new double[batches][];
    for (int b = 0; b < batches; b++) {
      parts[b] = at(new double[] {x}, firstStream + b).of(0, 0);
    }
    return java.util.Arrays.stream(parts).flatMapToDouble(java.util.Arrays::stream).toArray();
  }

  /**
   * Masks before and after the flow, draw by draw from the same noise.
   *
   * @param reference {@code [K, d_z]}
   * @param transported {@code [K, d_z]}
   */
  record Masks(MaskSample reference, MaskSample transported) {
    /** {@code half E |z_1 - z_0|^2}, which the action is never below. */
    public double displacement() {
      double sum = 0;
      for (int k = 0; k < transported.draws(); k++) {
        for (int j = 0; j < transported.width(); j++) {
          double moved = transported.get(k, j) - reference.get(k, j);
          sum += moved * moved;
        }
      }
      return sum / 2 / transported.draws();
    }
  }
}
