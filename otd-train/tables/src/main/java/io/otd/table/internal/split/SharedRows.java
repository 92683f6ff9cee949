// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.split;

import io.otd.table.Column;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Test rows that are repetitions of training rows: their scores tell nothing of a new row.
 *
 * @param table all rows
 * @param columns that a model reads or predicts
 */
public record SharedRows(Table table, List<String> columns) {
  /** Below this share of the test rows, there is no note. */
  private static final double LEAST = 0.01;

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** What a user should know, if repetitions are more than 1 % of the test rows. */
  public Optional<String> notice(Split split) {
    long count = split.test().length == 0 ? 0 : count(split);
    return count == 0 || count < LEAST * split.test().length
        ? Optional.empty()
        : Optional.of(
            ("%s of %s test rows repeat a training row in all inputs and targets, so the scores may"
                    + " be too good (leave out repeated rows, or keep them together with"
                    + " data.group)")
                .formatted(count, split.test().length));
  }

  /** The number of test rows that equal a training row. */
  long count(Split split) {
    long[] hashes = new long[table.rows()];
    columns.forEach(name -> mix(hashes, table.column(name)));
    long[] training = IntStream.of(split.train()).mapToLong(row -> hashes[row]).sorted().toArray();
    return IntStream.of(split.test())
        .filter(row -> Arrays.binarySearch(training, hashes[row]) >= 0)
        .count();
  }

  /** Takes in the cells of a column; different rows then have different numbers, but by chance. */
  private static void mix(long[] hashes, Column column) {
    if (column instanceof TextColumn texts) {
      for (int row = 0; row < hashes.length; row++) {
        hashes[row] = mixed(hashes[row], texts.codes()[row]);
      }
      return;
    }
    double[] numbers = column.numbers();
    for (int row = 0; row < hashes.length; row++) {
      hashes[row] = mixed(hashes[row], Double.doubleToLongBits(numbers[row]));
    }
  }

  private static long mixed(long hash, long cell) {
    long mixed = (hash ^ cell) * MULTIPLIER;
    return mixed ^ (mixed >>> 29);
  }
}
