// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.source;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipedFileTest {
  @TempDir Path folder;

  @Test
  void what_cannot_be_opened_is_no_error_of_its_copy() {
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> PipedFile.copied(missing))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(missing.toString());
  }
}
