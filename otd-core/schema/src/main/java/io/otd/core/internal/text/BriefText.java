// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.text;

/**
 * Texts that are cut where they are too long. A character of two chars, a surrogate pair, is kept
 * or left out as a whole: half of it is no text.
 */
public final class BriefText {
  private BriefText() {}

  /** The beginning of a text, at most so many chars; none if that is less than 1. */
  public static String first(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = Math.max(0, most);
    boolean halves = end > 0 && Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(0, halves ? end - 1 : end);
  }

  /** The same with three dots behind, where something was cut. */
  public static String of(String text, int most) {
    return text.length() <= most ? text : first(text, most) + "...";
  }
}
