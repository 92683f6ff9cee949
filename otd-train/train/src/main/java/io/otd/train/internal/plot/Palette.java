// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import java.awt.Color;

/**
 * Colours that are distinguishable for colour-blind readers (Okabe and Ito 2008), and greys for
 * frames and text.
 */
public final class Palette {
  /** The first series. */
  public static final Color BLUE = new Color(0x0072B2);

  /** The fifth series. */
  public static final Color ORANGE = new Color(0xE69F00);

  /** The third series. */
  public static final Color GREEN = new Color(0x009E73);

  /** The second series; what stands out. */
  public static final Color VERMILION = new Color(0xD55E00);

  /** Intervals and their like. */
  public static final Color SKY = new Color(0x56B4E9);

  /** The fourth series. */
  public static final Color PURPLE = new Color(0xCC79A7);

  /** Text and lines of reference. */
  public static final Color INK = new Color(0x22262B);

  /** Ticks and less important text. */
  public static final Color GREY = new Color(0x8A9099);

  static final Color GRID = new Color(0xE6E9ED);
  static final Color PAPER = Color.WHITE;

  private Palette() {}

  /**
   * A colour mixed with white, as it looks at some opacity on paper.
   *
   * @param color any
   * @param opacity in [0, 1]
   */
  public static Color tint(Color color, double opacity) {
    return new Color(
        mix(color.getRed(), opacity),
        mix(color.getGreen(), opacity),
        mix(color.getBlue(), opacity));
  }

  /** The same colour, see-through. */
  public static Color translucent(Color color, double opacity) {
    return new Color(
        color.getRed(), color.getGreen(), color.getBlue(), (int) Math.round(255 * opacity));
  }

  /** The colour of the i-th of several series; the sixth has the first's again. */
  public static Color series(int i) {
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
