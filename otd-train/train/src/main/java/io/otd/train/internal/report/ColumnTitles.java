// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import io.otd.core.internal.text.BriefText;
import java.util.Map;

/**
 * Names of columns as titles of axes.
 *
 * @param units of the columns that are numbers, by name; an empty one for none
 */
record ColumnTitles(Map<String, String> units) {
  private static final int LETTERS = 32;

  /** The name, with its unit where it has one. */
  String of(String column) {
    return brief(column, Integer.MAX_VALUE);
  }

  /** The same with at most as many letters of the name as leave room for a picture. */
  String brief(String column) {
    return brief(column, LETTERS);
  }

  /** The same with at most so many letters of the name. */
  String brief(String column, int most) {
    String unit = units.getOrDefault(column, "");
    return cut(column, most) + (unit.isEmpty() ? "" : " (" + unit + ")");
  }

  /** A text of as many letters as leave room for a picture. */
  static String cut(String text) {
    return cut(text, LETTERS);
  }

  /** A text of at most so many letters. */
  static String cut(String text, int most) {
    return text.length() <= most ? text : BriefText.first(text, most - 1) + "\u2026";
  }
}
