// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.savedmodel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionDirectoriesTest {
  @TempDir Path base;

  @Test
  void orders_versions_by_number_and_ignores_other_names() throws IOException {
    for (String name : new String[] {"10", "9", "0011", "1a", ".version-1.5.tmp", "-3"}) {
      Files.createDirectories(base.resolve(name));
    }
    Files.writeString(base.resolve("12"), "a file");

    assertThat(VersionDirectories.list(base).keySet()).containsExactly(9L, 10L, 11L);
    assertThat(VersionDirectories.resolve(base)).contains(base.resolve("0011"));
  }

  @Test
  void refuses_two_names_for_one_number() throws IOException {
    Files.createDirectories(base.resolve("1"));
    Files.createDirectories(base.resolve("0001"));

    assertThatThrownBy(() -> VersionDirectories.list(base))
        .hasMessageContaining("mean the same version");
  }

  @Test
  void resolves_a_model_directory_to_itself() throws IOException {
    Files.createDirectories(base.resolve("1"));
    Files.writeString(base.resolve(ServingNames.MODEL_FILE), "");

    assertThat(VersionDirectories.resolve(base)).contains(base);
  }

  @Test
  void finds_nothing_in_an_empty_or_missing_directory() throws IOException {
    assertThat(VersionDirectories.resolve(base)).isEmpty();
    assertThat(VersionDirectories.resolve(base.resolve("none"))).isEmpty();
  }

  @Test
  void parses_only_ascii_numbers_that_fit_a_long() {
    assertThat(VersionDirectories.number("9223372036854775807")).hasValue(Long.MAX_VALUE);
    assertThat(VersionDirectories.number("9223372036854775808")).isEmpty();
    assertThat(VersionDirectories.number("٣")).isEmpty();
    assertThat(VersionDirectories.number("")).isEmpty();
  }
}
