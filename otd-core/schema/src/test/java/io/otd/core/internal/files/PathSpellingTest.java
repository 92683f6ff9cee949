// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import org.junit.jupiter.api.Test;

class PathSpellingTest {
  @Test
  void a_letter_that_the_character_set_lacks_is_told_with_what_to_set() {
    assertThat(PathSpelling.withoutLetter("M\u00e4rz", StandardCharsets.US_ASCII))
        .hasValue(
            "a locale whose character set has these letters, such as LC_ALL=C.UTF-8; US-ASCII has not");
    assertThat(PathSpelling.withoutLetter("M\u00e4rz", StandardCharsets.ISO_8859_1)).isEmpty();
    assertThat(PathSpelling.withoutLetter("\u4e09\u6708", StandardCharsets.ISO_8859_1)).isPresent();
    assertThat(PathSpelling.withoutLetter("\u4e09\u6708", StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void another_fault_of_a_path_is_not_blamed_on_the_locale() {
    assertThat(PathSpelling.problem(new InvalidPathException("a", "Nul character not allowed")))
        .isEqualTo("a (expected: a path; nul character not allowed)");
  }
}
