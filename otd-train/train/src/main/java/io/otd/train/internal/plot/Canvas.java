// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

/**
 * Title and size of a chart.
 *
 * @param title above the chart, possibly empty
 * @param width in CSS pixels, at least 160; the picture has twice as many, for sharp screens
 * @param height in CSS pixels, at least 120; likewise
 */
public record Canvas(String title, int width, int height) {
  private static final int WIDTH = 480;

  /** Checks the size. */
  public Canvas {
    if (width < 160 || height < 120) {
      throw new IllegalArgumentException(
          "canvas: " + width + " x " + height + " (expected: at least 160 x 120)");
    }
  }

  /** The usual size, 480 x 340: legible on a telephone, and half a page wide on a desk. */
  public static Canvas of(String title) {
    return new Canvas(title, WIDTH, 340);
  }

  /** Of the usual width, with room for so many bars one below the other. */
  public static Canvas ofBars(String title, int bars) {
    return new Canvas(title, WIDTH, 90 + 30 * bars);
  }

  /** The same with another title. */
  public Canvas titled(String other) {
    return new Canvas(other, width, height);
  }

  /** The same title on another size. */
  public Canvas sized(int otherWidth, int otherHeight) {
    return new Canvas(title, otherWidth, otherHeight);
  }
}
