// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import io.otd.core.internal.text.BriefText;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.font.FontRenderContext;
import java.util.stream.Stream;

/**
 * The texts of charts: their fonts, the room that they take, and where they stand. Widths are those
 * of the font at any size, as browsers draw it, not rounded to the pixels of a screen.
 */
final class Lettering {
  /** Of the names of ticks, bars and series. */
  static final Font LABEL = new Font(Font.SANS_SERIF, Font.PLAIN, 13);

  /** Of the name of an axis. */
  static final Font AXIS = new Font(Font.SANS_SERIF, Font.PLAIN, 14);

  /** Of the name of a chart. */
  static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 15);

  private static final FontRenderContext CONTEXT = new FontRenderContext(null, true, true);

  /** From the baseline of a label to its middle. */
  private static final float HALF = 4.5f;

  private Lettering() {}

  /** The width of a label, in CSS pixels. */
  static double width(String label) {
    return width(LABEL, label);
  }

  /** The width of a text, in CSS pixels. */
  static double width(Font font, String text) {
    return font.getStringBounds(text, CONTEXT).getWidth();
  }

  /** The width of the widest label; 0 if there is none. */
  static double widest(Stream<String> labels) {
    return labels.mapToDouble(Lettering::width).max().orElse(0);
  }

  /** A text whose middle stands at a place of its baseline. */
  static void centred(Graphics2D g, String text, double x, double baseline) {
    draw(g, text, x - width(g.getFont(), text) / 2, baseline);
  }

  /** A label that begins at a place, at half its height. */
  static void after(Graphics2D g, String label, double x, double middle) {
    draw(g, label, x, (float) middle + HALF);
  }

  /** A label that ends at a place, at half its height. */
  static void before(Graphics2D g, String label, double x, double middle) {
    after(g, label, x - width(g.getFont(), label), middle);
  }

  /** A text, its end replaced by dots where it is wider than the room for it. */
  static String fitted(Font font, String text, double room) {
    return fitted(font, text, "", room);
  }

  /** A name with a suffix; the end of the name gives way where they are wider. */
  static String fitted(Font font, String name, String suffix, double room) {
    if (width(font, name + suffix) <= room) {
      return name + suffix;
    }
    int length = name.length();
    while (length > 1 && width(font, cut(name, length) + suffix) > room) {
      length--;
    }
    return cut(name, length) + suffix;
  }

  private static String cut(String text, int length) {
    return BriefText.first(text, length).stripTrailing() + "\u2026";
  }

  private static void draw(Graphics2D g, String text, double x, double baseline) {
    g.drawString(text, (float) x, (float) baseline);
  }
}
