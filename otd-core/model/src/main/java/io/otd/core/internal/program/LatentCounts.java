// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

/**
 * Number of requested latents, and the rows that share them.
 *
 * @param draws K
 * @param charged K_kin, further masks for the kinetic action, for each group as many
 * @param rows n, for laws whose masks differ from row to row
 * @param groups F, of {@code n / F} consecutive rows each, that have their own masks; 1 if all rows
 *     share them. Without meaning for laws whose masks differ from row to row
 */
public record LatentCounts(int draws, int charged, int rows, int groups) {
  /** Checks that the groups are complete. */
  public LatentCounts {
    if (groups < 1 || rows % groups != 0) {
      throw new IllegalArgumentException(
          "groups with masks of their own: %s of %s rows (expected: groups of as many rows)"
              .formatted(groups, rows));
    }
  }

  /**
   * Draws that all rows share, none charged.
   *
   * @param draws K
   * @param rows n, for laws whose masks differ from row to row
   */
  public static LatentCounts shared(int draws, int rows) {
    return new LatentCounts(draws, 0, rows, 1);
  }
}
