// SPDX-License-Identifier: Apache-2.0
package io.otd.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.table.read.Csv;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColumnProfileTest {
  @TempDir Path folder;

  private ColumnProfile profile(String... cells) throws IOException {
    return Csv.table(folder, "c,n\n" + String.join(",1\n", cells) + ",1\n").column("c").summary();
  }

  @Test
  void numbers_have_a_range_and_a_mean() throws IOException {
    assertThat(profile("1", "", "4", "1"))
        .isEqualTo(new ColumnProfile("c", "numeric", 1, 2, "1 to 4, mean 2"));
  }

  @Test
  void dates_have_a_range() throws IOException {
    assertThat(profile("2025-03-01", "2024-12-31", "", "2025-03-01"))
        .isEqualTo(new ColumnProfile("c", "date", 1, 2, "2024-12-31 to 2025-03-01"));
  }

  @Test
  void the_most_frequent_texts_come_first() throws IOException {
    assertThat(profile("b", "a", "b", "c", "d", "e", "", "e").values())
        .isEqualTo("\"b\" 2, \"e\" 2, \"a\" 1, \"c\" 1, ...");
    assertThat(profile("b", "a text of more than twenty letters", "b"))
        .isEqualTo(new ColumnProfile("c", "text", 0, 2, "\"b\" 2, \"a text of more than ...\" 1"));
  }

  @Test
  void an_empty_column_has_no_values() throws IOException {
    ColumnProfile profile = profile("", "");
    assertThat(profile.missing()).isEqualTo(2);
    assertThat(profile.distinct()).isZero();
    assertThat(profile.values()).isEmpty();
  }
}
