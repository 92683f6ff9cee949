// SPDX-License-Identifier: Apache-2.0
package io.otd.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ShellCommandTest {
  @Test
  void a_directory_with_a_space_is_quoted() {
    assertThat(ShellCommand.otd("predict", Path.of("l\u00e4ufe/w h"), "--data", "FILE.csv"))
        .isEqualTo("otd predict 'l\u00e4ufe/w h' --data FILE.csv");
  }
}
