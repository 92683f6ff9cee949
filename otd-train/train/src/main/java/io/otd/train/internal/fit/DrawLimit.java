// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import java.util.function.Consumer;

/**
 * Keeps the draws of many rows within memory: at most 20 million numbers at once, 1000 draws of
 * 20,000 values.
 */
final class DrawLimit {
  private static final long MAX_NUMBERS = 20_000_000;
  private static final int FEWEST_DRAWS = 50;

  private DrawLimit() {}

  /**
   * The draws of a row.
   *
   * @param draws requested draws
   * @param values rows times outputs
   * @param what for the warning if there are fewer
   * @param warnings receives a warning then
   */
  static int draws(int draws, long values, String what, Consumer<String> warnings) {
    int most = (int) Math.max(FEWEST_DRAWS, MAX_NUMBERS / values);
    if (draws <= most) {
      return draws;
    }
    warnings.accept(
        "%s: %s draws for each of %s values, not %s, to keep memory bounded"
            .formatted(what, most, values, draws));
    return most;
  }
}
