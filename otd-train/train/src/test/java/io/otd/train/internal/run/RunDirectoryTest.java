// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.problem.InputException;
import io.otd.train.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
  private static final Settings SETTINGS = Settings.STANDARD;

  @TempDir Path folder;

  @Test
  void a_run_directory_is_locked_by_one_process_and_never_overwritten() throws IOException {
    try (RunDirectory run = RunDirectory.createNext(folder, "name", SETTINGS)) {
      assertThat(run.path()).isEqualTo(folder.resolve("name"));
      assertThatThrownBy(() -> RunDirectory.openOrCreate(run.path(), SETTINGS))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("another process is training in it");
      assertThatThrownBy(() -> RunDirectory.create(run.path(), SETTINGS))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("already exists");
      try (RunDirectory next = RunDirectory.createNext(folder, "name", SETTINGS)) {
        assertThat(next.path()).isEqualTo(folder.resolve("name-2"));
      }
    }
  }

  /** A file in place of a parent directory stops even users who may write everywhere. */
  @Test
  void an_unwritable_directory_is_reported_in_one_line_with_the_expectation() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    Path below = file.resolve("run");
    assertThatThrownBy(() -> RunDirectory.create(below, SETTINGS))
        .isInstanceOf(InputException.class)
        .hasMessageMatching(
            "\\Q%s: cannot be written: \\E[Nn]ot a directory\\Q (expected: a directory in which files can be made)\\E"
                .formatted(below));
    assertThatThrownBy(() -> RunDirectory.createNext(file, "name", SETTINGS))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "%s: cannot be written: not a directory (expected: a directory in which files can be made)",
            file);
    assertThatThrownBy(() -> RunDirectory.openOrCreate(below, SETTINGS))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(below + ": cannot be written");
  }

  @Test
  void the_write_check_leaves_no_extra_files() throws IOException {
    try (RunDirectory run = RunDirectory.create(folder.resolve("run"), SETTINGS)) {
      assertThat(run.path().toFile().list()).containsExactlyInAnyOrder(".lock", "settings.yaml");
    }
    assertThat(folder.toFile().list()).containsExactly("run");
  }
}
