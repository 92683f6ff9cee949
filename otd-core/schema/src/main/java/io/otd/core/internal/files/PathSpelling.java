// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.files;

import java.nio.charset.Charset;
import java.nio.file.InvalidPathException;
import java.util.Locale;
import java.util.Optional;

/**
 * The character set in which the JVM spells the names of files and reads the arguments of its
 * command line: that of the locale.
 */
public final class PathSpelling {
  private static final char REPLACEMENT = '\ufffd';

  private PathSpelling() {}

  /** A text that is no path: the text, and what was expected. */
  public static String problem(InvalidPathException e) {
    return "%s (expected: %s)".formatted(e.getInput(), expected(e));
  }

  /** What was expected in place of a text that is no path. */
  public static String expected(InvalidPathException e) {
    return withoutLetter(e.getInput(), charset())
        .orElse("a path; %s".formatted(e.getReason().toLowerCase(Locale.ROOT)));
  }

  /**
   * What is expected in place of an argument that has lost letters, as the locale's character set
   * lacks them.
   *
   * @return nothing if it has lost none
   */
  public static Optional<String> ofArgument(String argument) {
    return argument.indexOf(REPLACEMENT) < 0
        ? Optional.empty()
        : withoutLetter(argument, charset());
  }

  /** What is expected if a character set lacks a letter of a text. */
  static Optional<String> withoutLetter(String text, Charset charset) {
    return charset.newEncoder().canEncode(text)
        ? Optional.empty()
        : Optional.of(
            "a locale whose character set has these letters, such as LC_ALL=C.UTF-8; %s has not"
                .formatted(charset.name()));
  }

  private static Charset charset() {
    String name = System.getProperty("sun.jnu.encoding", "");
    return !name.isEmpty() && Charset.isSupported(name)
        ? Charset.forName(name)
        : Charset.defaultCharset();
  }
}
