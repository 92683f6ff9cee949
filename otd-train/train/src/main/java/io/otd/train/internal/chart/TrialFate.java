// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.train.internal.plot.Palette;
import java.awt.Color;

/** The outcome of a trial of a search; later ones are drawn above the others. */
public enum TrialFate {
  /** Dropped at a rung. */
  DROPPED("dropped", Palette.tint(Palette.GREY, .55), 1.2f),
  /** Trained to the end. */
  FINALIST("in the last rung", Palette.SKY, 1.8f),
  /** The settings as they were. */
  START("given settings", Palette.INK, 1.8f),
  /** The best. */
  BEST("best", Palette.VERMILION, 2.4f);

  private final String label;
  private final Color color;
  private final float width;

  TrialFate(String label, Color color, float width) {
    this.label = label;
    this.color = color;
    this.width = width;
  }

  String label() {
    return label;
  }

  Color color() {
    return color;
  }

  float width() {
    return width;
  }
}
