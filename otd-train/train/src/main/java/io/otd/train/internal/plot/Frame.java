// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;

/**
 * The rectangle of a chart in which the data stand, with what surrounds it. All in CSS pixels.
 *
 * @param left edge
 * @param top edge
 * @param width of the rectangle
 * @param height of the rectangle
 * @param x horizontal axis
 * @param y vertical axis
 * @param xTicks labels below
 * @param yTicks labels at the left
 */
record Frame(int left, int top, int width, int height, Axis x, Axis y, Ticks xTicks, Ticks yTicks) {
  private static final int TICK = 4;

  /** By how much a title may be longer than its side of the rectangle, at each end. */
  private static final int ROOM = 14;

  /**
   * The rectangle that title, labels and legend leave on a canvas.
   *
   * @param canvas title and size
   * @param legend height of the area below the axis title
   */
  static Frame on(Canvas canvas, int legend, Axis x, Axis y) {
    int top = canvas.title().isEmpty() ? 12 : 34;
    int height = canvas.height() - legend - 50 - top;
    Ticks yTicks = y.ticks(height / 36);
    int left = (int) Math.ceil(Math.max(34, widest(yTicks))) + 38;
    int width = canvas.width() - left - 18;
    return new Frame(left, top, width, height, x, y, besideOneAnother(x, width), yTicks);
  }

  /** As many ticks as fit without overlapping labels. */
  private static Ticks besideOneAnother(Axis x, int width) {
    int most = width / 50;
    Ticks ticks = x.ticks(most);
    while (most > 2 && (widest(ticks) + 16) * ticks.at().length > width) {
      ticks = x.ticks(--most);
    }
    return ticks;
  }

  private static double widest(Ticks ticks) {
    return Lettering.widest(ticks.labels().stream());
  }

  /** Horizontal place of a value. */
  double screenX(double value) {
    return left + width * x.fraction(value);
  }

  /** Vertical place of a value. */
  double screenY(double value) {
    return top + height * (1 - y.fraction(value));
  }

  /** Whether a place on the screen is inside. */
  boolean holds(double x, double y) {
    return x >= left && x <= left + width && y >= top && y <= top + height;
  }

  /** Paints a line at each tick. */
  void paintGrid(Graphics2D g) {
    g.setColor(Palette.GRID);
    g.setStroke(new BasicStroke(1f));
    for (double at : xTicks.at()) {
      g.draw(new Line2D.Double(screenX(at), top, screenX(at), top + height));
    }
    for (double at : yTicks.at()) {
      g.draw(new Line2D.Double(left, screenY(at), left + width, screenY(at)));
    }
  }

  /**
   * Paints border, ticks and titles.
   *
   * @param title above
   * @param xTitle below
   * @param yTitle at the left, turned
   */
  void paintBorder(Graphics2D g, String title, String xTitle, String yTitle) {
    g.setColor(Palette.GREY);
    g.setStroke(new BasicStroke(1f));
    g.draw(new Rectangle2D.Double(left, top, width, height));
    paintTicks(g);
    g.setFont(Lettering.AXIS);
    g.setColor(Palette.INK);
    Lettering.centred(
        g,
        Lettering.fitted(Lettering.AXIS, xTitle, width + 2 * ROOM),
        left + width / 2.0,
        top + height + 40);
    AffineTransform before = g.getTransform();
    g.rotate(-Math.PI / 2);
    Lettering.centred(
        g,
        Lettering.fitted(Lettering.AXIS, yTitle, height + 2 * Math.min(ROOM, top)),
        -(top + height / 2.0),
        18);
    g.setTransform(before);
    g.setFont(Lettering.TITLE);
    Lettering.centred(
        g, Lettering.fitted(Lettering.TITLE, title, width + 2 * ROOM), left + width / 2.0, 22);
  }

  private void paintTicks(Graphics2D g) {
    g.setFont(Lettering.LABEL);
    for (int i = 0; i < xTicks.at().length; i++) {
      double at = screenX(xTicks.at()[i]);
      g.setColor(Palette.GREY);
      g.draw(new Line2D.Double(at, top + height, at, top + height + TICK));
      g.setColor(Palette.INK);
      Lettering.centred(g, xTicks.labels().get(i), at, top + height + 19);
    }
    for (int i = 0; i < yTicks.at().length; i++) {
      double at = screenY(yTicks.at()[i]);
      g.setColor(Palette.GREY);
      g.draw(new Line2D.Double(left - TICK, at, left, at));
      g.setColor(Palette.INK);
      Lettering.before(g, yTicks.labels().get(i), left - TICK - 4, at);
    }
  }
}
