// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import java.awt.Color;
import java.util.Arrays;
import java.util.List;

/**
 * Colours for numbers, of even lightness, distinguishable for colour-blind readers.
 *
 * @param stops evenly spaced, at least 2
 */
public record ColorScale(List<Color> stops) {
  /** From white, nothing, to dark blue, most. */
  public static final ColorScale SEQUENTIAL =
      of(0xFFFFFF, 0xE3EEF6, 0xB9D6E8, 0x7DB4D8, 0x3F8DC1, 0x14639F, 0x08306B, 0x04173A);

  /** From blue, least, over white, the middle, to red, most. */
  public static final ColorScale DIVERGING =
      of(
          0x053061, 0x2166AC, 0x4393C3, 0x92C5DE, 0xD1E5F0, 0xFFFFFF, 0xFDDBC7, 0xF4A582, 0xD6604D,
          0xB2182B, 0x67001F);

  private static ColorScale of(int... rgb) {
    return new ColorScale(Arrays.stream(rgb).mapToObj(Color::new).toList());
  }

  /**
   * The colour of a place on the scale.
   *
   * @param fraction 0 the first colour, 1 the last; beyond, the nearest; NaN gives the first
   */
  Color at(double fraction) {
    double place = fraction > 0 ? Math.min(1, fraction) * (stops.size() - 1) : 0;
    int low = Math.min((int) place, stops.size() - 2);
    Color a = stops.get(low);
    Color b = stops.get(low + 1);
    double f = place - low;
    return new Color(
        mix(a.getRed(), b.getRed(), f),
        mix(a.getGreen(), b.getGreen(), f),
        mix(a.getBlue(), b.getBlue(), f));
  }

  private static int mix(int a, int b, double f) {
    return (int) Math.round(a + (b - a) * f);
  }
}
