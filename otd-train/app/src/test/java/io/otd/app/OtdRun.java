// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.app.command.Console;
import io.otd.app.command.Interruption;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One call of the command line in this process.
 *
 * @param code exit code
 * @param out standard output
 * @param err standard error
 */
public record OtdRun(int code, String out, String err) {
  public static OtdRun of(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            () -> false,
            new Interruption());
    int code = OtdMain.run(console, args);
    return new OtdRun(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** The last line of standard output. */
  public JsonNode json() throws IOException {
    List<String> lines = out.lines().toList();
    return new ObjectMapper().readTree(lines.get(lines.size() - 1));
  }
}
