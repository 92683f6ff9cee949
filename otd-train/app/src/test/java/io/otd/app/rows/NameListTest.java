// SPDX-License-Identifier: Apache-2.0
package io.otd.app.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.problem.InputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameListTest {
  @Test
  void names_have_commas_between_them() {
    assertThat(NameList.of("--keep", "a")).containsExactly("a");
    assertThat(NameList.of("--keep", "a, b ,c d")).containsExactly("a", "b", "c d");
  }

  @Test
  void a_name_in_double_quotes_may_hold_a_comma_or_a_quote() {
    assertThat(NameList.of("--keep", "\"a, m\"")).containsExactly("a, m");
    assertThat(NameList.of("--keep", "b, \"a, m\" ,\"5\"\" pipe\""))
        .containsExactly("b", "a, m", "5\" pipe");
  }

  @Test
  void an_option_may_be_repeated() {
    assertThat(NameList.all("--keep", List.of("a,b", "c"))).containsExactly("a", "b", "c");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a,", ",a", "a,,b", "\"a, m"})
  void a_blank_name_or_an_open_quote_is_an_error(String text) {
    assertThatThrownBy(() -> NameList.of("--keep", text))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("--keep: " + text + " (expected: names of columns");
  }
}
