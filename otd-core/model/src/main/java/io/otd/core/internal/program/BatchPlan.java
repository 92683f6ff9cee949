// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

/**
 * How the rows of the training data are divided among the steps: optionally into whole cases:
 * groups of consecutive rows that stay together. In a table, each row is a case; in parametric
 * fields, each field is a case, and its points are the rows.
 *
 * @param cases in the data, at least 1
 * @param points rows of a case, at least 1
 * @param batch cases of a step, from 1 to all
 * @param ownMasks whether each case of a step has its own masks, which its rows share (paper, "A
 *     generalisation of OTD": one for each field realisation); otherwise all rows of a step share
 *     the masks. Without meaning for a law that gives each row its own
 */
public record BatchPlan(int cases, int points, int batch, boolean ownMasks) {
  /** Checks the ranges. */
  public BatchPlan {
    if (cases < 1 || points < 1 || batch < 1 || batch > cases) {
      throw new IllegalArgumentException(
          "batch: %s of %s cases of %s rows (expected: from 1 to the number of cases, at least 1 row)"
              .formatted(batch, cases, points));
    }
    Math.multiplyExact(cases, points);
  }

  /**
   * Rows one by one, the masks shared by all rows of a step.
   *
   * @param rows n
   * @param batch rows of a step, from 1 to n
   */
  public static BatchPlan ofRows(int rows, int batch) {
    return new BatchPlan(rows, 1, batch, false);
  }

  /** n, rows of the data. */
  public int rows() {
    return cases * points;
  }

  /** Rows of a step. */
  public int batchRows() {
    return batch * points;
  }

  /** Whether every step sees all rows. */
  public boolean full() {
    return batch == cases;
  }

  /**
   * Number of groups of consecutive rows of a step that have their own masks; 1 if all rows share
   * them.
   */
  public int maskGroups() {
    return ownMasks ? batch : 1;
  }

  /** The order of the cases. */
  public BatchStream stream(long seed) {
    return new BatchStream(cases, batch, seed);
  }

  /** The same with space for at least this number of rows. */
  BatchPlan withPlaces(int least) {
    return new BatchPlan((least + points - 1) / points, points, batch, ownMasks);
  }
}
