// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import io.otd.core.internal.text.NumberText;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Coloured cells below a plot, with the bar that explains the colours at its right.
 *
 * @param values {@code [columns][rows]}, the first row at the bottom
 * @param scale colours
 * @param low value of the first colour
 * @param high value of the last colour
 * @param smooth whether colours run into each other
 * @param title of the colour bar
 */
public record HeatMap(
    double[][] values, ColorScale scale, double low, double high, boolean smooth, String title) {
  private static final int BAR_SPACE = 84;
  private static final int BAR_WIDTH = 14;
  private static final int BAR_DIGITS = 3;
  private static final int MOST_SPOTS = 400;

  /** The remaining canvas for the plot. */
  public static Canvas besideBar(Canvas canvas) {
    return canvas.sized(canvas.width() - BAR_SPACE, canvas.height());
  }

  /**
   * Paints cells over the whole frame of a plot, the plot, and the colour bar.
   *
   * @param plot on a canvas of {@link #besideBar}
   * @param canvas of the whole picture
   */
  public Picture below(Plot plot, Canvas canvas, String description) {
    return plot.reading(this::spots)
        .picture(
            description,
            canvas.width(),
            (g, frame) -> {
              paintCells(g, frame);
              paintBar(g, canvas.width() - BAR_SPACE, frame.top(), frame.height());
            });
  }

  /** Of each cell its value; of very many, the range of neighbours. */
  private List<Spot> spots(Frame frame) {
    int columns = values.length;
    int rows = values[0].length;
    int each = (int) Math.ceil(Math.sqrt((double) columns * rows / MOST_SPOTS));
    double width = (double) frame.width() / columns;
    double height = (double) frame.height() / rows;
    List<Spot> spots = new ArrayList<>();
    for (int i = 0; i < columns; i += each) {
      for (int j = 0; j < rows; j += each) {
        int right = Math.min(columns, i + each);
        int top = Math.min(rows, j + each);
        spots.add(
            new Spot(
                frame.left() + i * width,
                frame.top() + (rows - top) * height,
                (right - i) * width,
                (top - j) * height,
                range(i, right, j, top)));
      }
    }
    return spots;
  }

  private String range(int left, int right, int bottom, int top) {
    DoubleSummaryStatistics of =
        IntStream.range(left, right)
            .mapToObj(i -> Arrays.stream(values[i], bottom, top))
            .flatMapToDouble(s -> s)
            .summaryStatistics();
    String low = NumberText.brief(of.getMin());
    String high = NumberText.brief(of.getMax());
    return low.equals(high) ? low : low + " to " + high;
  }

  private void paintCells(Graphics2D g, Frame frame) {
    int columns = values.length;
    int rows = values[0].length;
    BufferedImage cells = new BufferedImage(columns, rows, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < columns; i++) {
      for (int j = 0; j < rows; j++) {
        double fraction = (values[i][j] - low) / (high - low);
        cells.setRGB(i, rows - 1 - j, scale.at(fraction).getRGB());
      }
    }
    g.drawImage(
        enlarged(cells, 2 * frame.width(), 2 * frame.height()),
        frame.left(),
        frame.top(),
        frame.width(),
        frame.height(),
        null);
  }

  /** Cells as large as they are shown: how a small image is enlarged differs among viewers. */
  private BufferedImage enlarged(BufferedImage cells, int width, int height) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = image.createGraphics();
    try {
      g.setRenderingHint(
          RenderingHints.KEY_INTERPOLATION,
          smooth
              ? RenderingHints.VALUE_INTERPOLATION_BILINEAR
              : RenderingHints.VALUE_INTERPOLATION_NEAREST_NEIGHBOR);
      g.drawImage(cells, 0, 0, width, height, null);
    } finally {
      g.dispose();
    }
    return image;
  }

  private void paintBar(Graphics2D g, int x, int from, int height) {
    for (int i = 0; i < height; i++) {
      g.setColor(scale.at(1 - (i + .5) / height));
      g.fillRect(x, from + i, BAR_WIDTH, 1);
    }
    g.setColor(Palette.GREY);
    g.drawRect(x, from, BAR_WIDTH, height);
    g.setColor(Palette.INK);
    g.setFont(Lettering.LABEL);
    for (int i = 0; i <= 4; i++) {
      double value = low + (high - low) * i / 4;
      int y = from + height - height * i / 4;
      g.drawString(Ticks.label(value, BAR_DIGITS), x + BAR_WIDTH + 5, y + 5);
    }
    AffineTransform before = g.getTransform();
    g.rotate(Math.PI / 2);
    Lettering.centred(g, title, from + height / 2.0, -(x + BAR_WIDTH + 42));
    g.setTransform(before);
  }
}
