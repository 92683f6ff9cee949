// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import io.otd.core.internal.output.OutputBounds;
import java.util.Optional;

/**
 * Rows as the network sees them, standardised. The arrays are not copied.
 *
 * @param x inputs {@code [n, d_x]}, row-major, finite
 * @param y targets {@code [n, d_y]}, row-major, finite
 * @param rows n, at least 1
 * @param points G, rows of a case: so many consecutive rows belong together; 1 where each row is a
 *     case of its own
 * @param places for rows in the compiled program, at least n: data with as many places share it
 * @param bounds that the targets attain, if any
 */
public record TrainingRows(
    float[] x, float[] y, int rows, int points, int places, Optional<OutputBounds> bounds) {
  /** Checks that both arrays hold whole rows. */
  public TrainingRows {
    if (rows < 1 || x.length % rows != 0 || y.length % rows != 0) {
      throw new IllegalArgumentException(
          "rows: %d, x of %d, y of %d values (expected: at least one row, whole rows)"
              .formatted(rows, x.length, y.length));
    }
    if (points < 1 || rows % points != 0) {
      throw new IllegalArgumentException(
          "rows of a case: %d, of %d rows (expected: at least 1, whole cases)"
              .formatted(points, rows));
    }
    if (places < rows) {
      throw new IllegalArgumentException(
          "places: " + places + " (expected: at least " + rows + ", the number of rows)");
    }
  }

  /** Rows whose targets have no bounds. */
  public TrainingRows(float[] x, float[] y, int rows, int points, int places) {
    this(x, y, rows, points, places, Optional.empty());
  }

  /** Rows that are cases of their own, with no more places than they need. */
  public TrainingRows(float[] x, float[] y, int rows) {
    this(x, y, rows, 1, rows);
  }

  /** The same with so many rows a case. */
  public TrainingRows withPoints(int other) {
    return new TrainingRows(x, y, rows, other, places, bounds);
  }

  /** The same with another number of places. */
  public TrainingRows withPlaces(int other) {
    return new TrainingRows(x, y, rows, points, other, bounds);
  }
}
