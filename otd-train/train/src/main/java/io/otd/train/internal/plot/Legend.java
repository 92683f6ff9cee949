// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The key of a chart: a swatch and a name for each series, in centred rows below it. */
final class Legend {
  private static final int SWATCH = 22;
  private static final int GAP = 6;
  private static final int BETWEEN = 20;
  private static final int ROW = 20;

  private final Map<String, Swatch> entries = new LinkedHashMap<>();

  /** Paints a sign around a place. */
  private interface Swatch {
    void paint(Graphics2D g, double x, double y);
  }

  /** A series drawn as a line. */
  void line(String name, Color color, BasicStroke stroke) {
    entries.put(name, (g, x, y) -> paintLine(g, x, y, color, stroke));
  }

  /** A series drawn as a line with markers. */
  void curve(String name, Color color, BasicStroke stroke, Marker marker) {
    entries.put(
        name,
        (g, x, y) -> {
          paintLine(g, x, y, color, stroke);
          marker.paint(g, x + SWATCH / 2.0, y, 7);
        });
  }

  private static void paintLine(Graphics2D g, double x, double y, Color color, BasicStroke stroke) {
    g.setColor(color.getAlpha() < 255 ? Palette.tint(color, .6) : color);
    g.setStroke(stroke);
    g.draw(new Line2D.Double(x, y, x + SWATCH, y));
  }

  /** A series drawn as points. */
  void points(String name, Color color, Marker marker) {
    entries.put(
        name,
        (g, x, y) -> {
          g.setColor(new Color(color.getRGB()));
          marker.paint(g, x + SWATCH / 2.0, y, 7);
        });
  }

  /** A series drawn as an area. */
  void area(String name, Color color) {
    entries.put(
        name,
        (g, x, y) -> {
          g.setColor(color);
          g.fillRect((int) x + 3, (int) y - 6, SWATCH - 6, 12);
        });
  }

  /**
   * Height of the rows that fit into a width.
   *
   * @param width in CSS pixels
   */
  int height(int width) {
    return entries.isEmpty() ? 0 : ROW * rows(width).size() + 6;
  }

  /**
   * Paints the rows.
   *
   * @param top of the first row
   * @param width of the canvas, whose middle the rows share
   */
  void paint(Graphics2D g, int top, int width) {
    g.setFont(Lettering.LABEL);
    double y = top + ROW / 2.0;
    for (List<String> row : rows(width)) {
      double x = (width - width(row)) / 2;
      for (String name : row) {
        Swatch swatch = entries.get(name);
        if (swatch != null) {
          swatch.paint(g, x, y);
        }
        g.setColor(Palette.INK);
        Lettering.after(g, name, x + SWATCH + GAP, y);
        x += width(name) + BETWEEN;
      }
      y += ROW;
    }
  }

  private List<List<String>> rows(int width) {
    List<List<String>> rows = new ArrayList<>();
    List<String> row = new ArrayList<>();
    for (String name : entries.keySet()) {
      if (!row.isEmpty() && width(row) + BETWEEN + width(name) > width - 2 * GAP) {
        rows.add(row);
        row = new ArrayList<>();
      }
      row.add(name);
    }
    rows.add(row);
    return rows;
  }

  private static double width(List<String> row) {
    return row.stream().mapToDouble(Legend::width).sum() + BETWEEN * (row.size() - 1);
  }

  private static double width(String name) {
    return SWATCH + GAP + Lettering.width(name);
  }
}
