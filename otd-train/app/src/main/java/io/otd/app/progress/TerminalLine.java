// SPDX-License-Identifier: Apache-2.0
package io.otd.app.progress;

import io.otd.core.internal.text.BriefText;

/** A line of a terminal that is drawn again and again, over what was there. */
final class TerminalLine {
  private int width;

  /**
   * A text with blanks over the rest of the one before.
   *
   * @param text the next one
   */
  String over(String text, int columns) {
    String cut = BriefText.first(text, columns);
    String drawn = cut + " ".repeat(Math.max(0, Math.min(width, columns) - cut.length()));
    width = cut.length();
    return drawn;
  }
}
