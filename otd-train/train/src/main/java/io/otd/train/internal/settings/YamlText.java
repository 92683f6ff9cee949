// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Locale;
import java.util.regex.Pattern;

/** Texts as written in a YAML file. */
public final class YamlText {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_/][A-Za-z0-9_./-]*");
  private static final Pattern RESERVED = Pattern.compile("(?i)null|true|false|yes|no|on|off|y|n");

  private YamlText() {}

  /** The text unquoted if YAML reads it unchanged, otherwise in double quotes. */
  public static String quoted(String text) {
    if (PLAIN.matcher(text).matches() && !RESERVED.matcher(text).matches()) {
      return text;
    }
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : JsonStringEncoder.getInstance().quoteAsString(text)) {
      // YAML allows fewer unescaped characters than JSON.
      if (c < 0x7f || (c >= 0xa0 && c < 0xd800)) {
        quoted.append(c);
      } else {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      }
    }
    return quoted.append('"').toString();
  }
}
