// SPDX-License-Identifier: Apache-2.0
package io.otd.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.otd.app.output.InputFiles;
import io.otd.table.problem.InputException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArgumentsTest {
  /** Nobody can make a file there, not even root. */
  private static final Path UNWRITABLE = Path.of("/proc");

  @TempDir private Path folder;

  @Test
  void a_file_that_cannot_be_written_is_reported_as_it_was_typed() {
    assumeThat(UNWRITABLE).isDirectory();
    Path typed = UNWRITABLE.resolve("p.csv");
    assertThatThrownBy(() -> Arguments.writable("--out", typed, InputFiles.NONE))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(
            "--out: /proc/p.csv (expected: a file in a directory that can be written; ")
        .hasMessageNotContaining(".otd");
  }

  @Test
  void a_directory_that_cannot_be_made_later_is_reported_as_it_was_typed() {
    assumeThat(UNWRITABLE).isDirectory();
    assertThatThrownBy(() -> Arguments.laterDirectory("--out", UNWRITABLE.resolve("a/b")))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("--out: /proc/a/b (expected: a directory that can be written; ")
        .hasMessageNotContaining(".otd");
  }

  @Test
  void a_check_leaves_nothing_behind_and_passes_devices() {
    Path out = folder.resolve("p.csv");
    assertThatCode(() -> Arguments.writable("--out", out, InputFiles.NONE))
        .doesNotThrowAnyException();
    assertThatCode(() -> Arguments.laterDirectory("--out", folder.resolve("a/b")))
        .doesNotThrowAnyException();
    assertThatCode(() -> Arguments.writable("--out", Path.of("/dev/null"), InputFiles.NONE))
        .doesNotThrowAnyException();
    assertThat(folder).isEmptyDirectory();
  }
}
