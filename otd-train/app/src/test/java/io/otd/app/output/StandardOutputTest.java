// SPDX-License-Identifier: Apache-2.0
package io.otd.app.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StandardOutputTest {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);

  private static OutputStream failing(String message) {
    return new OutputStream() {
      @Override
      public void write(int value) throws IOException {
        throw new IOException(message);
      }
    };
  }

  private int code(OutputStream to, int code) {
    return code(to, code, false);
  }

  private int code(OutputStream to, int code, boolean pipe) {
    try (StandardOutput out = StandardOutput.of(to, () -> pipe)) {
      out.println("a text");
      return out.exitCode(code, err);
    }
  }

  @Test
  void what_is_written_keeps_the_exit_code() {
    ByteArrayOutputStream written = new ByteArrayOutputStream();

    assertThat(code(written, 0)).isZero();
    assertThat(code(written, 2)).isEqualTo(2);
    assertThat(written.toString(StandardCharsets.UTF_8)).contains("a text");
    assertThat(said.size()).isZero();
  }

  @Test
  void a_full_disk_is_a_failure_with_a_message() {
    assertThat(code(failing("No space left on device"), 0)).isEqualTo(1);
    assertThat(said.toString(StandardCharsets.UTF_8).strip())
        .isEqualTo("otd: standard output: No space left on device");
  }

  @Test
  void a_full_disk_keeps_the_exit_code_of_a_failure() {
    assertThat(code(failing("No space left on device"), 130)).isEqualTo(130);
  }

  @Test
  void a_closed_pipe_is_no_failure() {
    assertThat(code(failing("Broken pipe"), 0)).isZero();
    assertThat(code(failing("in another language"), 0, true)).isZero();
    assertThat(said.size()).isZero();
  }
}
