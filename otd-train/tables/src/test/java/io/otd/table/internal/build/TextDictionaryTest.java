// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TextDictionaryTest {
  /** The oracle is a Java hash map. */
  @Test
  void texts_are_numbered_in_order_of_appearance() {
    SplittableRandom random = new SplittableRandom(3);
    Map<String, Integer> expected = new HashMap<>();
    TextDictionary dictionary = new TextDictionary(List.of());
    for (int i = 0; i < 50_000; i++) {
      String text = "id-" + random.nextInt(20_000);
      expected.putIfAbsent(text, expected.size());
      assertThat(code(dictionary, text)).isEqualTo(expected.get(text));
    }
    assertThat(dictionary.texts()).hasSameSizeAs(expected.entrySet());
    expected.forEach((text, code) -> assertThat(dictionary.texts().get(code)).isEqualTo(text));
  }

  @Test
  void texts_with_equal_hashes_are_kept_apart() {
    TextDictionary dictionary = new TextDictionary(List.of());
    assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
    assertThat(code(dictionary, "Aa")).isZero();
    assertThat(code(dictionary, "BB")).isOne();
    assertThat(code(dictionary, "")).isEqualTo(2);
    assertThat(code(dictionary, "Aa")).isZero();
  }

  private static int code(TextDictionary dictionary, String text) {
    char[] buffer = ("<" + text + ">").toCharArray();
    return dictionary.code(buffer, 1, buffer.length - 1);
  }
}
