package io.otd.train.training;

/**
 * Rows as the network sees them, standardised. The arrays are not copied.
 *
 * @param x inputs {@code [n, d_x]}, row-major, finite
 * @param y targets {@code [n, d_y]}, row-major, finite
 * @param rows n, at least 1
 * @param places for rows in the compiled program, at least n: data with as many places share it
 */
public record TrainingRows(float[] x, float[] y, int rows, int places) {
  /** Checks that both arrays hold whole rows. */
  public TrainingRows {
    if (rows < 1 || x.length % rows != 0 || y.length % rows != 0) {
      throw new IllegalArgumentException(
          "rows: %d, x of %d, y of %d values (expected: at least one row, whole rows)"
              .formatted(rows, x.length, y.length));
    }
    if (places < rows) {
      throw new IllegalArgumentException(
          "places: " + places + " (expected: at least " + rows + ", the number of rows)");
    }
  }

  /** Rows with no more places than they need. */
  public TrainingRows(float[] x, float[] y, int rows) {
    this(x, y, rows, rows);
  }

  /** The same with another number of places. */
  public TrainingRows withPlaces(int other) {
    return new TrainingRows(x, y, rows, other);
  }
}
