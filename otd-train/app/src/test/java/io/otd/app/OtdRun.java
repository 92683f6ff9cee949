// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.app.command.Console;
import io.otd.app.command.Interruption;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * One call of the command line in this process.
 *
 * @param code exit code
 * @param out standard output
 * @param err standard error
 */
public record OtdRun(int code, String out, String err) {
  /**
   * A call as it is typed: {@code line("train --target y --data", path, more)}.
   *
   * @param parts texts, which are divided at spaces; arrays of parts; lists of words, and other
   *     values, which are not divided
   */
  public static OtdRun line(Object... parts) {
    return of(words(parts).toArray(String[]::new));
  }

  /** The words of such a call. */
  public static List<String> words(Object... parts) {
    return Arrays.stream(parts).flatMap(OtdRun::split).toList();
  }

  private static Stream<String> split(Object part) {
    if (part instanceof String text) {
      return Arrays.stream(text.split(" ")).filter(word -> !word.isEmpty());
    }
    if (part instanceof Collection<?> words) {
      return words.stream().map(Object::toString);
    }
    return part instanceof Object[] parts
        ? Arrays.stream(parts).flatMap(OtdRun::split)
        : Stream.of(part.toString());
  }

  /** The words that give these settings, such as {@code training.steps=10}. */
  public static List<String> set(String... settings) {
    return Arrays.stream(settings).flatMap(setting -> Stream.of("--set", setting)).toList();
  }

  /** A call with these words. */
  public static OtdRun of(String... args) {
    return of(new Interruption(), args);
  }

  /** A {@link #line} that is interrupted from the beginning. */
  public static OtdRun interrupted(Object... parts) {
    Interruption interruption = new Interruption();
    interruption.request();
    return of(interruption, words(parts).toArray(String[]::new));
  }

  private static OtdRun of(Interruption interruption, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            () -> false,
            interruption);
    int code = OtdMain.run(console, args);
    return new OtdRun(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** This, which must have succeeded. */
  public OtdRun ok() {
    assertThat(code).as(err).isZero();
    return this;
  }

  /** The last line of standard output. */
  public JsonNode json() throws IOException {
    List<String> lines = out.lines().toList();
    return new ObjectMapper().readTree(lines.get(lines.size() - 1));
  }
}
