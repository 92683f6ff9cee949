package io.otd.core.mask;

/**
 * How many masks are asked for.
 *
 * @param scored K, at least 1: masks that go through the network
 * @param charged K_kin, at least 0: further masks, drawn for the kinetic action alone
 * @param rows n, for laws whose masks differ from row to row
 * @param width d_z
 */
public record DrawCounts(int scored, int charged, int rows, int width) {
  /** Checks the ranges. */
  public DrawCounts {
    if (scored < 1 || charged < 0 || rows < 1 || width < 1) {
      throw new IllegalArgumentException(
          "draws: %d, action draws: %d, rows: %d, mask width: %d (expected: >= 1, >= 0, >= 1, >= 1)"
              .formatted(scored, charged, rows, width));
    }
  }
}
