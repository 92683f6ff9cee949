// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import java.awt.Color;

/**
 * Colours that are distinguishable for colour-blind readers (Okabe and Ito 2008), and greys for
 * frames and text.
 */
final class Palette {
  static final Color BLUE = new Color(0x0072B2);
  static final Color ORANGE = new Color(0xE69F00);
  static final Color GREEN = new Color(0x009E73);
  static final Color VERMILION = new Color(0xD55E00);
  static final Color SKY = new Color(0x56B4E9);
  static final Color PURPLE = new Color(0xCC79A7);
  static final Color INK = new Color(0x22262B);
  static final Color GREY = new Color(0x8A9099);
  static final Color GRID = new Color(0xE6E9ED);
  static final Color PAPER = Color.WHITE;

  private Palette() {}

  /**
   * A colour mixed with white, as it looks at some opacity on paper.
   *
   * @param color any
   * @param opacity in [0, 1]
   */
  static Color tint(Color color, double opacity) {
    return new Color(
        mix(color.getRed(), opacity),
        mix(color.getGreen(), opacity),
        mix(color.getBlue(), opacity));
  }

  /** The same colour, see-through. */
  static Color translucent(Color color, double opacity) {
    return new Color(
        color.getRed(), color.getGreen(), color.getBlue(), (int) Math.round(255 * opacity));
  }

  /** The colour of the i-th of several series; the sixth has the first's again. */
  static Color series(int i) {
    return switch (i % 5) {
      case 0 -> BLUE;
      case 1 -> VERMILION;
      case 2 -> GREEN;
      case 3 -> PURPLE;
      default -> ORANGE;
    };
  }

  private static int mix(int channel, double opacity) {
    return (int) Math.round(255 + (channel - 255) * opacity);
  }
}
