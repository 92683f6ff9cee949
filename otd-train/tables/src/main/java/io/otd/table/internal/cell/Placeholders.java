// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.cell;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What people and programs write where a number or a date is missing, besides the spellings of the
 * settings. In a column of texts, each may be a category.
 */
public final class Placeholders {
  private static final Pattern MARKS = Pattern.compile("[-\u2010-\u2015\u2212.*_?/~#\u2026]+");
  private static final Pattern NO_DATE =
      Pattern.compile("0+[-/.]?0+[-/.]?0+(?:[T ]+0+:0+(?::0+(?:\\.0+)?)?)?Z?");

  private static final Set<String> WORDS =
      Set.of(
          ("na|n/a|#n/a|nan|null|none|nil|n.a.|n.a|n/d|nd|n.d.|nat|<na>|\\n|-nan|"
                  + "nan(ind)|-nan(ind)|1.#qnan|1.#ind|-1.#ind|#value!|#div/0!|#ref!|#num!|"
                  + "#name?|#null!|#n/a n/a|unknown|missing|undefined|(null)|[null]|<null>|"
                  + "(blank)|not available|k.a.")
              .split("[|]"));

  private Placeholders() {}

  /** Whether a text stands for a missing number. */
  public static boolean ofNumber(String text) {
    return MARKS.matcher(text).matches() || WORDS.contains(text.toLowerCase(Locale.ROOT));
  }

  /** Whether a text stands for a missing date: as for a number, or {@code 0000-00-00}. */
  public static boolean ofDate(String text) {
    return ofNumber(text) || NO_DATE.matcher(text).matches();
  }
}
