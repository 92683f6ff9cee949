// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CategoryCountTest {
  /** So many categories, the first with 0 rows, each with one more than the one before. */
  private static long[] counts(int categories) {
    return LongStream.range(0, categories).toArray();
  }

  private static int most(long rows, long[] counts) {
    return new CategoryCount(Optional.empty(), rows).of(counts, () -> false);
  }

  @Test
  void the_default_is_a_hundred_or_all_categories_with_enough_rows() {
    assertThat(most(10_000, counts(30))).isEqualTo(100);
    assertThat(most(10_000, counts(110))).isEqualTo(100);
    assertThat(most(10_000, counts(300))).isEqualTo(290);
    assertThat(most(10_000, counts(5000))).isEqualTo(1000);
  }

  @Test
  void informative_categories_need_fewer_rows() {
    CategoryCount count = new CategoryCount(Optional.empty(), 10_000);

    assertThat(count.of(counts(300), () -> true)).isEqualTo(297);
    assertThat(count.of(counts(5000), () -> true)).isEqualTo(1000);
    assertThat(count.of(new long[300], () -> true)).isEqualTo(100);
  }

  @Test
  void a_large_table_has_fewer_but_at_least_a_hundred() {
    assertThat(most(250_000, counts(5000))).isEqualTo(400);
    assertThat(most(100_000_000, counts(5000))).isEqualTo(100);
  }

  @Test
  void a_setting_wins() {
    assertThat(new CategoryCount(Optional.of(7), 10_000).of(counts(300), () -> true)).isEqualTo(7);
  }
}
