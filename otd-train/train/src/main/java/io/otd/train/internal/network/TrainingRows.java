// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import io.otd.core.internal.output.OutputBounds;
import io.otd.core.internal.program.StoredRows;
import io.otd.core.internal.weight.RowWeights;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Rows as the network sees them, standardised. The arrays are not copied.
 *
 * @param x inputs {@code [n, d_x]}, row-major, finite; empty if the rows are stored
 * @param y targets {@code [n, d_y]}, row-major, finite; empty if the rows are stored
 * @param weights how much each row counts, in units of their mean, {@code [n]}; empty if all count
 *     the same
 * @param rows n, at least 1
 * @param points G, rows of a case: number of consecutive rows that belong together; 1 if each row
 *     is a separate case
 * @param places for rows in the compiled program, at least n: data with as many places share it
 * @param bounds that the targets attain, if any
 * @param stored where the rows are, if not in the arrays
 */
public record TrainingRows(
    float[] x,
    float[] y,
    float[] weights,
    int rows,
    int points,
    int places,
    Optional<OutputBounds> bounds,
    Optional<StoredRows> stored) {
  /** Checks that both arrays hold whole rows. */
  public TrainingRows {
    if (rows < 1 || x.length % rows != 0 || y.length % rows != 0) {
      throw new IllegalArgumentException(
          "rows: %s, x of %s, y of %s values (expected: at least one row, whole rows)"
              .formatted(rows, x.length, y.length));
    }
    if (weights.length != 0 && weights.length != rows) {
      throw new IllegalArgumentException(
          "weights: %s (expected: one of each of %s rows, or none)"
              .formatted(weights.length, rows));
    }
    if (points < 1 || rows % points != 0) {
      throw new IllegalArgumentException(
          "rows of a case: %s, of %s rows (expected: at least 1, whole cases)"
              .formatted(points, rows));
    }
    if (places < rows) {
      throw new IllegalArgumentException(
          "places: " + places + " (expected: at least " + rows + ", the number of rows)");
    }
  }

  /** Rows in arrays. */
  public TrainingRows(
      float[] x, float[] y, int rows, int points, int places, Optional<OutputBounds> bounds) {
    this(x, y, new float[0], rows, points, places, bounds, Optional.empty());
  }

  /**
   * Rows that are not in memory, each a separate case.
   *
   * @param stored provides them
   */
  public static TrainingRows stored(StoredRows stored, int rows, Optional<OutputBounds> bounds) {
    return new TrainingRows(
        new float[0], new float[0], new float[0], rows, 1, rows, bounds, Optional.of(stored));
  }

  /** Rows whose targets have no bounds. */
  public TrainingRows(float[] x, float[] y, int rows, int points, int places) {
    this(x, y, rows, points, places, Optional.empty());
  }

  /** Rows that are separate cases, with no more space than they need. */
  public TrainingRows(float[] x, float[] y, int rows) {
    this(x, y, rows, 1, rows);
  }

  /** The same in arrays, as full batches need them. */
  TrainingRows held(int inputs, int outputs) {
    if (stored.isEmpty()) {
      return this;
    }
    float[] allX = new float[Math.multiplyExact(rows, inputs)];
    float[] allY = new float[Math.multiplyExact(rows, outputs)];
    stored.get().read(IntStream.range(0, rows).toArray(), rows, allX, allY);
    return new TrainingRows(allX, allY, weights, rows, points, places, bounds, Optional.empty());
  }

  /** The same with other inputs. */
  public TrainingRows with(float[] inputs) {
    return new TrainingRows(inputs, y, weights, rows, points, places, bounds, stored);
  }

  /** The same provided by others. */
  public TrainingRows with(StoredRows others) {
    return new TrainingRows(x, y, weights, rows, points, places, bounds, Optional.of(others));
  }

  /** The same with another number of rows per case. */
  public TrainingRows withPoints(int other) {
    return new TrainingRows(x, y, weights, rows, other, places, bounds, stored);
  }

  /**
   * The same rows with weights, which none need if all are equal.
   *
   * @param other in any unit
   */
  public TrainingRows weighted(RowWeights other) {
    RowWeights ofMean = other.inUnitsOfTheirMean();
    float[] single = new float[other.areEqual() ? 0 : other.rows()];
    for (int i = 0; i < single.length; i++) {
      single[i] = (float) ofMean.at(i);
    }
    return new TrainingRows(x, y, single, rows, points, places, bounds, stored);
  }

  /** How much each row counts. */
  public RowWeights rowWeights() {
    if (weights.length == 0) {
      return RowWeights.equal(rows);
    }
    double[] of = new double[rows];
    Arrays.setAll(of, i -> weights[i]);
    return new RowWeights(of);
  }

  /** The same with another number of places. */
  public TrainingRows withPlaces(int other) {
    return new TrainingRows(x, y, weights, rows, points, other, bounds, stored);
  }
}
