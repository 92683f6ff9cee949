// SPDX-License-Identifier: Apache-2.0
package io.otd.table.problem;

import io.otd.core.internal.text.BriefText;
import java.util.regex.Pattern;

/** A user's text in a message. */
public final class Quoted {
  private static final int MOST = 80;

  /** As defined by {@link Character#isISOControl(char)}. */
  private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x1f\\x7f-\\x9f]");

  /** Characters that no shell changes; {@code ~} and {@code =} may be changed at the beginning. */
  private static final Pattern WORD =
      Pattern.compile("[\\p{L}\\p{N}_./:@%+,-][\\p{L}\\p{N}_./:@%+,=-]*");

  private Quoted() {}

  /** In quotes, on one line, without control characters, not too long. */
  public static String of(String text) {
    return "\"" + brief(text) + "\"";
  }

  /** Without quotes, on one line, without control characters, not too long. */
  public static String brief(String text) {
    return plain(BriefText.of(text, MOST));
  }

  /**
   * As one word of a POSIX shell: unquoted if the shell leaves it unchanged, otherwise in single
   * quotes.
   */
  public static String forShell(String text) {
    return WORD.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  /** On one line: each control character becomes U+FFFD, the replacement character. */
  public static String plain(String text) {
    return CONTROL.matcher(text).replaceAll("\uFFFD");
  }
}
