// SPDX-License-Identifier: Apache-2.0
package io.otd.table.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotedTest {
  @ParameterizedTest
  @ValueSource(strings = {"runs/table-0", "./otd", "l\u00e4ufe/w.csv", "--resume", "key=64,64"})
  void leaves_shell_safe_words_unquoted(String word) {
    assertThat(Quoted.forShell(word)).isEqualTo(word);
  }

  @ParameterizedTest
  @ValueSource(strings = {"l\u00e4ufe/w h", "a$b", "*", "~x", "a;b", "#a", "", "a\"b", "=a"})
  void puts_words_that_a_shell_would_change_in_single_quotes(String word) {
    assertThat(Quoted.forShell(word)).isEqualTo("'" + word + "'");
  }

  @Test
  void a_single_quote_closes_and_reopens_the_quotes() {
    assertThat(Quoted.forShell("it's")).isEqualTo("'it'\\''s'");
  }
}
