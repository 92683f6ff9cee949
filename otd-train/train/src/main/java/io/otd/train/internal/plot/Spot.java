// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import java.util.Locale;

/**
 * A place of a picture and what it says under the pointer.
 *
 * @param left edge in CSS pixels from the left of the picture
 * @param top edge in CSS pixels from its top
 * @param width in CSS pixels
 * @param height in CSS pixels
 * @param text one or more lines
 */
public record Spot(double left, double top, double width, double height, String text) {
  /** Across, of a spot around a point. */
  private static final double AROUND = 12;

  /** Around a point. */
  static Spot around(double x, double y, String text) {
    return new Spot(x - AROUND / 2, y - AROUND / 2, AROUND, AROUND, text);
  }

  /** The same on a picture of which this one is a part. */
  Spot moved(double x, double y) {
    return new Spot(left + x, top + y, width, height, text);
  }

  /** Its place as CSS, relative to a picture that may be shown at another size. */
  public String style(Picture on) {
    return String.format(
        Locale.ROOT,
        "left:%.2f%%;top:%.2f%%;width:%.2f%%;height:%.2f%%",
        100 * left / on.width(),
        100 * top / on.height(),
        100 * width / on.width(),
        100 * height / on.height());
  }

  /** Names of the styles that keep the text inside the picture: beside, above or below the spot. */
  public String side(Picture on) {
    String across = left + width / 2 <= on.width() / 2.0 ? "l" : "r";
    boolean strip = height > width && height > on.height() / 3.0;
    String shape = width == height ? " p" : "";
    return across + shape + (strip ? " s" : top + height / 2 < on.height() / 2.0 ? " t" : " b");
  }
}
