// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.samples;

import io.otd.table.internal.numpy.NpyFile;
import io.otd.table.problem.InputException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Draws in a NumPy array, {@code [n, K]} or {@code [n, K, d]}. */
final class NpySamples implements SampleFile {
  private final Path path;
  private final NpyFile file;
  private final int rows;
  private final int draws;
  private final int targets;
  private int done;

  private NpySamples(Path path, NpyFile file) {
    int[] shape = file.shape();
    if (shape.length < 2 || shape.length > 3 || Arrays.stream(shape).anyMatch(s -> s < 1)) {
      throw new InputException(
          "%s: shape %s (expected: rows, draws [n, K], or rows, draws, targets [n, K, d])"
              .formatted(path, Arrays.toString(shape)));
    }
    this.path = path;
    this.file = file;
    this.rows = shape[0];
    this.draws = shape[1];
    this.targets = shape.length == 3 ? shape[2] : 1;
  }

  static NpySamples open(Path path) {
    NpyFile file = NpyFile.open(path);
    try {
      return new NpySamples(path, file);
    } catch (InputException e) {
      file.close();
      throw e;
    }
  }

  @Override
  public List<String> names() {
    return List.of();
  }

  @Override
  public int targets() {
    return targets;
  }

  @Override
  public int draws() {
    return draws;
  }

  @Override
  public Optional<List<Double>> probabilities() {
    return Optional.empty();
  }

  @Override
  public double[][] next(int most) {
    int count = Math.min(most, rows - done);
    double[][] block = new double[count][draws * targets];
    for (double[] row : block) {
      double[] values = file.next(row.length);
      for (int k = 0; k < draws; k++) {
        for (int j = 0; j < targets; j++) {
          row[j * draws + k] = finite(values[k * targets + j], k);
        }
      }
      done++;
    }
    return block;
  }

  private double finite(double value, int draw) {
    if (!Double.isFinite(value)) {
      throw new InputException(
          "row %s of %s, draw %s: %s (expected: a finite number)"
              .formatted(done + 1, path, draw + 1, value));
    }
    return value;
  }

  @Override
  public String shape() {
    return Arrays.toString(file.shape());
  }

  @Override
  public void close() {
    file.close();
  }
}
