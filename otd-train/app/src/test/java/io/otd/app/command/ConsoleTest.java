// SPDX-License-Identifier: Apache-2.0
package io.otd.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ConsoleTest {
  @Test
  void a_repeated_warning_is_printed_once() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    Console console = new Console(stream, stream, () -> false, new Interruption());
    console.warn("no XLA");
    console.warn("little memory");
    console.warn("no XLA");
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("otd: warning: no XLA", "otd: warning: little memory");
  }
}
