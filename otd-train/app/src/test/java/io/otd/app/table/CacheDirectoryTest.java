// SPDX-License-Identifier: Apache-2.0
package io.otd.app.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.problem.InputException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CacheDirectoryTest {
  private static CacheDirectory keeping(String value) {
    return new CacheDirectory(
        Map.of(CacheDirectory.VARIABLE, "/caches", CacheDirectory.PROGRAMS, value));
  }

  @Test
  void programs_are_cached_in_the_directory_unless_disabled() {
    assertThat(new CacheDirectory(Map.of("HOME", "/home/ada")).programs())
        .contains(Path.of("/home/ada/.cache/otd/programs"));
    assertThat(keeping("true").programs()).contains(Path.of("/caches/programs"));
    assertThat(keeping("false").programs()).isEmpty();
  }

  @Test
  void an_invalid_value_is_refused_and_named() {
    assertThatThrownBy(() -> keeping("maybe").programs())
        .isInstanceOf(InputException.class)
        .hasMessage("OTD_KEEP_PROGRAMS: 'maybe' (expected: true or false)");
  }
}
