// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.samples;

import io.otd.core.metrics.Draws;
import io.otd.table.problem.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A file of draws or quantiles, read block by block:
 *
 * <ul>
 *   <li>{@code .npy}: draws, {@code [n, K]} or {@code [n, K, d]}, float32 or float64, C order;
 *   <li>CSV, one line per row, with or without a header. Columns named {@code sample_1} and so on
 *       are draws, and others are left out, so that {@code otd predict --samples} writes such a
 *       file; else columns named {@code q0.05} and so on are quantiles; else every column is a
 *       draw. For several targets, names begin with the target's and a colon: {@code
 *       price:sample_1}.
 * </ul>
 */
public sealed interface SampleFile extends AutoCloseable permits CsvSamples, NpySamples {
  /** Names of the targets, where the file names them; else none. */
  List<String> names();

  /** d. */
  int targets();

  /** K: draws or quantiles of each target. */
  int draws();

  /** Probabilities of the quantiles, ascending; none for draws. */
  Optional<List<Double>> probabilities();

  /**
   * The next rows.
   *
   * @param most maximum number of rows, at least 1
   * @return {@code [m][d * K]}, targets one after another; fewer than {@code most} only at the end
   *     of the file
   * @throws InputException naming row and value, if they are invalid
   */
  double[][] next(int most);

  /** Numbers of rows, draws and targets, for messages: {@code [n, 100]}. */
  String shape();

  @Override
  void close();

  /**
   * Opens a file; it is NumPy's if its name ends in {@code .npy}.
   *
   * @param levels whether the first line of a CSV file holds the levels of quantiles
   * @throws InputException if it is not such a file
   */
  static SampleFile open(Path path, boolean levels) {
    if (!path.toString().toLowerCase(Locale.ROOT).endsWith(".npy")) {
      return CsvSamples.open(path, levels);
    }
    if (levels) {
      throw new InputException(
          path + ": quantiles (expected: a CSV file, whose first line says their levels)");
    }
    return NpySamples.open(path);
  }

  /** A block of {@link #next} as draws. */
  static Draws draws(double[][] block, int draws, int targets) {
    int rows = block.length;
    double[] values = new double[Math.multiplyExact(Math.multiplyExact(draws, rows), targets)];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < targets; j++) {
        for (int k = 0; k < draws; k++) {
          values[(k * rows + i) * targets + j] = block[i][j * draws + k];
        }
      }
    }
    return new Draws(draws, rows, targets, values);
  }
}
