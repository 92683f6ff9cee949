// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;

/**
 * The maximum number of categories of a column, where the settings leave it to the table: 100, or
 * as many as have enough training rows to learn from. Fewer rows are enough if the mean of a target
 * differs among the categories.
 *
 * @param setting the number, if it is set
 * @param rows of training
 */
record CategoryCount(Optional<Integer> setting, long rows) {
  private static final int USUAL = 100;
  private static final int MOST = 1000;
  private static final int ENOUGH_ROWS = 10;
  private static final int ENOUGH_ROWS_IF_INFORMATIVE = 3;

  /**
   * Maximum number of encoded numbers of a column, 400 MB, above the usual number of categories.
   */
  private static final long NUMBERS = 100_000_000;

  /**
   * The number.
   *
   * @param counts of the training rows of each category
   * @param informative whether the mean of a target differs among the categories; computed above
   *     the usual number of categories only
   */
  int of(long[] counts, BooleanSupplier informative) {
    return setting.orElseGet(
        () -> {
          long enough =
              counts.length > USUAL && informative.getAsBoolean()
                  ? ENOUGH_ROWS_IF_INFORMATIVE
                  : ENOUGH_ROWS;
          long often = LongStream.of(counts).filter(count -> count >= enough).count();
          long most = Math.min(MOST, NUMBERS / Math.max(1, rows));
          return (int) Math.max(USUAL, Math.min(most, often));
        });
  }
}
