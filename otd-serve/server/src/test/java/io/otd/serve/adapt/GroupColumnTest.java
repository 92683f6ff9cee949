// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.adapt;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.predict.InputCells;
import org.junit.jupiter.api.Test;

/** The group of a row, by its cell. */
class GroupColumnTest {
  private static String group(String cell) {
    return new GroupColumn("site", false, 0)
        .group(new InputCells(new float[0], new String[] {cell}, 1), 0);
  }

  @Test
  void a_long_text_is_cut_between_characters() {
    String longest = "a".repeat(200);
    assertThat(group(longest)).isEqualTo(longest);
    assertThat(group(longest + "b")).isEqualTo(longest);
    String before = "a".repeat(199);
    assertThat(group(before + "\ud83d\ude00")).isEqualTo(before);
  }
}
