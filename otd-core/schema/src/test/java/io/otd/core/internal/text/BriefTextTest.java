// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BriefTextTest {
  @Test
  void a_text_that_is_short_enough_stays_as_it_is() {
    assertThat(BriefText.of("abc", 3)).isEqualTo("abc");
    assertThat(BriefText.first("abc", 3)).isEqualTo("abc");
    assertThat(BriefText.first("", 0)).isEmpty();
  }

  @Test
  void a_longer_one_ends_in_dots() {
    assertThat(BriefText.of("abcd", 3)).isEqualTo("abc...");
    assertThat(BriefText.first("abcd", 3)).isEqualTo("abc");
    assertThat(BriefText.first("abcd", -1)).isEmpty();
  }

  /** U+1F600, a face, is two chars. */
  @Test
  void no_character_is_cut_in_two() {
    String face = "\uD83D\uDE00";
    assertThat(BriefText.of("a" + face + "b", 2)).isEqualTo("a...");
    assertThat(BriefText.of("a" + face + "b", 3)).isEqualTo("a" + face + "...");
    assertThat(BriefText.first(face, 1)).isEmpty();
  }
}
