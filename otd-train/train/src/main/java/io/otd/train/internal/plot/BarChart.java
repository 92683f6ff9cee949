// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import java.awt.BasicStroke;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.font.FontRenderContext;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.List;

/**
 * Named bars, one below the other, from 0 to the right, or to the left below 0, with a line of a
 * standard deviation to each side of their ends.
 *
 * @param canvas title and size
 * @param valueTitle name and unit of what is shown
 */
public record BarChart(Canvas canvas, String valueTitle) {
  private static final Font LABEL = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
  private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 15);
  private static final int BELOW = 50;
  private static final int RIGHT = 18;
  private static final int GAP = 10;

  /**
   * One bar.
   *
   * @param name at its left
   * @param value finite
   * @param sd of the value, 0 if there is none
   */
  public record Bar(String name, double value, double sd) {
    /** Checks the range. */
    public Bar {
      if (!Double.isFinite(value) || !(sd >= 0) || Double.isInfinite(sd)) {
        throw new IllegalArgumentException(
            "bar %s: %s, sd %s (expected: both finite, sd >= 0)".formatted(name, value, sd));
      }
    }

    /** Lower end of the line. */
    double low() {
      return value - sd;
    }

    /** Upper end of the line. */
    double high() {
      return value + sd;
    }
  }

  /**
   * Draws it.
   *
   * @param bars from above, at least one
   */
  public Picture draw(List<Bar> bars) {
    double lowest = Math.min(0, bars.stream().mapToDouble(Bar::low).min().orElseThrow());
    double largest = Math.max(0, bars.stream().mapToDouble(Bar::high).max().orElseThrow());
    double margin = largest > lowest ? .05 * (largest - lowest) : 1;
    double begin = lowest < 0 ? lowest - margin : 0;
    double end = largest > 0 || lowest == 0 ? largest + margin : 0;
    FontRenderContext context = new FontRenderContext(null, true, true);
    double widest =
        bars.stream()
            .mapToDouble(b -> LABEL.getStringBounds(b.name(), context).getWidth())
            .max()
            .orElseThrow();
    int left = (int) Math.ceil(widest) + 2 * GAP;
    int top = canvas.title().isEmpty() ? GAP : 34;
    Area area =
        new Area(
            left, top, canvas.width() - left - RIGHT, canvas.height() - top - BELOW, begin, end);
    return Picture.paint(
        valueTitle + " of " + String.join(", ", bars.stream().map(Bar::name).toList()),
        canvas.width(),
        canvas.height(),
        g -> {
          paintAxis(g, area);
          for (int i = 0; i < bars.size(); i++) {
            paintBar(g, area, bars.get(i), i, bars.size());
          }
          g.setFont(TITLE);
          g.setColor(Palette.INK);
          centred(g, canvas.title(), canvas.width() / 2.0, 22);
        });
  }

  /** The positions of the bars, in CSS pixels; the left and right edges are values. */
  private record Area(int left, int top, int width, int height, double begin, double end) {
    double x(double value) {
      return left + width * (value - begin) / (end - begin);
    }
  }

  private void paintAxis(Graphics2D g, Area area) {
    Ticks ticks = Ticks.linear(area.begin(), area.end(), Math.max(2, area.width() / 80));
    g.setFont(LABEL);
    g.setStroke(new BasicStroke(1f));
    for (int i = 0; i < ticks.at().length; i++) {
      double x = area.x(ticks.at()[i]);
      g.setColor(Palette.GRID);
      g.draw(new Line2D.Double(x, area.top(), x, area.top() + area.height()));
      g.setColor(Palette.INK);
      centred(g, ticks.labels().get(i), x, area.top() + area.height() + 19);
    }
    centred(g, valueTitle, area.left() + area.width() / 2.0, area.top() + area.height() + 40);
  }

  private static void paintBar(Graphics2D g, Area area, Bar bar, int index, int count) {
    double each = (double) area.height() / count;
    double middle = area.top() + (index + .5) * each;
    double thickness = .66 * each;
    double zero = area.x(0);
    double tip = area.x(bar.value());
    g.setColor(Palette.tint(bar.value() < 0 ? Palette.ORANGE : Palette.SKY, .8));
    g.fill(
        new Rectangle2D.Double(
            Math.min(zero, tip), middle - thickness / 2, Math.abs(tip - zero), thickness));
    g.setColor(Palette.INK);
    g.setStroke(new BasicStroke(1.5f));
    if (bar.sd() > 0) {
      g.draw(new Line2D.Double(area.x(bar.low()), middle, area.x(bar.high()), middle));
    }
    g.setFont(LABEL);
    float end = area.left() - GAP - g.getFontMetrics().stringWidth(bar.name());
    g.drawString(bar.name(), end, (float) middle + 4.5f);
  }

  private static void centred(Graphics2D g, String text, double x, double baseline) {
    FontMetrics metrics = g.getFontMetrics();
    g.drawString(text, (float) (x - metrics.stringWidth(text) / 2.0), (float) baseline);
  }
}
