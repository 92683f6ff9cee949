// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import io.otd.core.internal.text.NumberText;
import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Named bars, one below the other, to the right, or to the left below 0, with a line to each side
 * of their ends. They begin at 0, or as a waterfall each where the one above ends.
 *
 * @param canvas title and size
 * @param valueTitle name and unit of what is shown
 */
public record BarChart(Canvas canvas, String valueTitle) {
  private static final int BELOW = 50;
  private static final int RIGHT = 18;
  private static final int GAP = 10;
  private static final double THICKNESS = .66;

  /**
   * One bar.
   *
   * @param name at its left, cut where there is no room for it
   * @param suffix behind the name, never cut; possibly empty
   * @param from where it begins
   * @param value its length, finite; negative to the left
   * @param error half the length of the line at its end, at least 0; 0 for none
   * @param text behind its end, possibly empty; cut at the edge of the canvas
   */
  public record Bar(
      String name, String suffix, double from, double value, double error, String text) {
    /** Checks the range. */
    public Bar {
      if (!Double.isFinite(from + value) || !(error >= 0) || Double.isInfinite(error)) {
        throw new IllegalArgumentException(
            "bar %s: from %s, %s, error %s (expected: all finite, error >= 0)"
                .formatted(name, from, value, error));
      }
    }

    /** Of a name alone. */
    public Bar(String name, double from, double value, double error, String text) {
      this(name, "", from, value, error, text);
    }

    /** From 0. */
    public Bar(String name, double value, double error) {
      this(name, 0, value, error, "");
    }

    /** Where it ends. */
    public double end() {
      return from + value;
    }

    private String title() {
      return name + suffix;
    }

    /** What it says under the pointer. */
    private String reading() {
      return title() + ": " + (text.isEmpty() ? NumberText.withSpread(value, error) : text);
    }
  }

  /**
   * Draws it.
   *
   * @param bars from above, at least one
   */
  public Picture draw(List<Bar> bars) {
    Area area = area(bars);
    return Picture.paint(
            valueTitle + " of " + String.join(", ", bars.stream().map(Bar::title).toList()),
            canvas.width(),
            canvas.height(),
            g -> {
              paintAxis(g, area);
              paintLinks(g, area, bars);
              for (int i = 0; i < bars.size(); i++) {
                paintBar(g, area, bars.get(i), i);
              }
              g.setFont(Lettering.TITLE);
              g.setColor(Palette.INK);
              paintInside(g, canvas.title(), canvas.width() / 2.0, 22);
            })
        .saying(
            IntStream.range(0, bars.size())
                .mapToObj(
                    i ->
                        new Spot(
                            0,
                            area.top() + i * area.each(),
                            canvas.width(),
                            area.each(),
                            bars.get(i).reading()))
                .toList());
  }

  private Area area(List<Bar> bars) {
    double lowest = ends(bars).min().orElseThrow();
    double largest = ends(bars).max().orElseThrow();
    double margin = largest > lowest ? .05 * (largest - lowest) : 1;
    int left = room(canvas.width() / 2, bars.stream().map(Bar::title));
    int texts = room(canvas.width() / 3, bars.stream().map(Bar::text));
    int top = canvas.title().isEmpty() ? GAP : 34;
    return new Area(
        left + 2 * GAP,
        top,
        canvas.width() - left - 2 * GAP - RIGHT - texts,
        canvas.height() - top - BELOW,
        bars.size(),
        lowest == 0 ? 0 : lowest - margin,
        largest == 0 && lowest < 0 ? 0 : largest + margin);
  }

  private static DoubleStream ends(List<Bar> bars) {
    return bars.stream()
        .flatMapToDouble(b -> DoubleStream.of(b.from(), b.end() - b.error(), b.end() + b.error()));
  }

  /** Of the widest text, at most so much: the bars need some as well. */
  private static int room(int most, Stream<String> texts) {
    return (int) Math.min(most, Math.ceil(Lettering.widest(texts)));
  }

  /** The positions of the bars, in CSS pixels; the left and right edges are values. */
  private record Area(
      int left, int top, int width, int height, int bars, double begin, double end) {
    double x(double value) {
      return left + width * (value - begin) / (end - begin);
    }

    double each() {
      return (double) height / bars;
    }

    double middle(int bar) {
      return top + (bar + .5) * each();
    }
  }

  private void paintAxis(Graphics2D g, Area area) {
    Ticks ticks = Ticks.linear(area.begin(), area.end(), Math.max(2, area.width() / 80));
    g.setFont(Lettering.LABEL);
    g.setStroke(new BasicStroke(1f));
    for (int i = 0; i < ticks.at().length; i++) {
      double x = area.x(ticks.at()[i]);
      g.setColor(Palette.GRID);
      g.draw(new Line2D.Double(x, area.top(), x, area.top() + area.height()));
      g.setColor(Palette.INK);
      Lettering.centred(g, ticks.labels().get(i), x, area.top() + area.height() + 19);
    }
    paintInside(g, valueTitle, area.left() + area.width() / 2.0, area.top() + area.height() + 40);
  }

  /** From the end of a bar to the next one that begins there. */
  private static void paintLinks(Graphics2D g, Area area, List<Bar> bars) {
    g.setColor(Palette.GREY);
    g.setStroke(new BasicStroke(1f));
    for (int i = 1; i < bars.size(); i++) {
      if (bars.get(i).from() != 0) {
        double x = area.x(bars.get(i).from());
        g.draw(new Line2D.Double(x, area.middle(i - 1), x, area.middle(i)));
      }
    }
  }

  private void paintBar(Graphics2D g, Area area, Bar bar, int index) {
    double middle = area.middle(index);
    double thickness = THICKNESS * area.each();
    double start = area.x(bar.from());
    double tip = area.x(bar.end());
    g.setColor(Palette.tint(bar.value() < 0 ? Palette.ORANGE : Palette.SKY, .8));
    g.fill(
        new Rectangle2D.Double(
            Math.min(start, tip), middle - thickness / 2, Math.abs(tip - start), thickness));
    g.setColor(Palette.INK);
    g.setStroke(new BasicStroke(1.5f));
    if (bar.error() > 0) {
      double low = area.x(bar.end() - bar.error());
      g.draw(new Line2D.Double(low, middle, area.x(bar.end() + bar.error()), middle));
    }
    if (bar.value() == 0 && !bar.text().isEmpty()) {
      g.draw(new Line2D.Double(tip, middle - thickness / 2, tip, middle + thickness / 2));
    }
    g.setFont(Lettering.LABEL);
    String name =
        Lettering.fitted(Lettering.LABEL, bar.name(), bar.suffix(), area.left() - 2 * GAP);
    Lettering.before(g, name, area.left() - GAP, middle);
    double behind = area.x(Math.max(bar.from(), bar.end() + bar.error())) + GAP / 2.0;
    String text = Lettering.fitted(Lettering.LABEL, bar.text(), canvas.width() - behind);
    Lettering.after(g, text, behind, middle);
  }

  /** Around a place, or as near to it as the edges of the canvas allow. */
  private void paintInside(Graphics2D g, String text, double x, double baseline) {
    String fitted = Lettering.fitted(g.getFont(), text, canvas.width() - 2 * GAP);
    double half = Lettering.width(g.getFont(), fitted) / 2;
    double centre = Math.max(GAP + half, Math.min(canvas.width() - GAP - half, x));
    Lettering.centred(g, fitted, centre, baseline);
  }
}
