// SPDX-License-Identifier: Apache-2.0
package io.otd.app.bench;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.layer.Precision;
import io.otd.core.internal.program.MatrixProducts;
import io.otd.core.internal.program.TrainingPlan;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The machine's rate of matrix products in the precision of a training step, with the threads,
 * flags and library of training.
 *
 * @param rows of the left matrix
 * @param width of both
 * @param gigaflops {@code 10^9} floating point operations per second, at best
 */
public record ProductRate(int rows, int width, double gigaflops) {
  private static final int SQUARE = 1024;
  private static final int CALLS = 8;
  private static final double SECONDS_OF_A_CALL = 0.25;

  /**
   * The best of two sizes: the draws and rows of a step with its widest layer, and square matrices
   * of {@value #SQUARE}.
   *
   * @param nanoTime a clock of steady nanoseconds
   * @param warnings receives a warning if XLA cannot compile
   */
  public static ProductRate beside(
      TrainingPlan plan, LongSupplier nanoTime, Consumer<String> warnings) {
    int width = plan.model().network().widest();
    ProductRate ofStep =
        of(
            plan.loss().draws() * plan.batches().batchRows(),
            width,
            plan.precision(),
            nanoTime,
            warnings);
    ProductRate ofSquares = of(SQUARE, SQUARE, plan.precision(), nanoTime, warnings);
    return ofSquares.gigaflops > ofStep.gigaflops ? ofSquares : ofStep;
  }

  /** The best of some calls of many products. */
  private static ProductRate of(
      int rows, int width, Precision precision, LongSupplier nanoTime, Consumer<String> warnings) {
    try (MatrixProducts products =
        new MatrixProducts(rows, width, precision, new Compiler(Compilation.XLA, warnings))) {
      products.run(1); // compiles
      double seconds = seconds(products, 1, nanoTime);
      int count = (int) Math.ceil(SECONDS_OF_A_CALL / Math.max(seconds, 1e-6));
      double best = Double.POSITIVE_INFINITY;
      for (int i = 0; i < CALLS; i++) {
        best = Math.min(best, seconds(products, count, nanoTime));
      }
      return new ProductRate(rows, width, count * products.operations() / best / 1e9);
    }
  }

  private static double seconds(MatrixProducts products, int count, LongSupplier nanoTime) {
    long from = nanoTime.getAsLong();
    products.run(count);
    return (nanoTime.getAsLong() - from) / 1e9;
  }
}
