// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * A finished picture with a description for those who cannot see it. It is drawn when it is needed
 * for: as SVG for pages, sharp at any size, and as PNG for files. Immutable.
 *
 * @param description in words
 * @param width CSS pixels across
 * @param height CSS pixels down
 * @param painter paints in CSS pixels; may be called several times
 * @param spots its places that say something under the pointer; the later ones are above
 */
public record Picture(
    String description, int width, int height, Consumer<Graphics2D> painter, List<Spot> spots) {
  /** Pixels of a PNG file for each CSS pixel. */
  private static final int SCALE = 2;

  /** A picture of tens of thousands of points is smaller, and shown faster, as pixels. */
  private static final int MOST_SVG_BYTES = 400_000;

  /** Keeps the list. */
  public Picture {
    spots = List.copyOf(spots);
  }

  /**
   * A picture by what paints it.
   *
   * @param description in words
   * @param width in CSS pixels
   * @param height in CSS pixels
   * @param painter paints in CSS pixels, on white; may be called several times
   */
  public static Picture paint(
      String description, int width, int height, Consumer<Graphics2D> painter) {
    return new Picture(description, width, height, painter, List.of());
  }

  /** The same with what its places say under the pointer. */
  Picture saying(List<Spot> places) {
    return new Picture(description, width, height, painter, places);
  }

  /**
   * Pictures in a grid, row by row.
   *
   * @param columns pictures side by side, at least 1
   * @param parts at least one
   */
  public static Picture grid(int columns, List<Picture> parts) {
    int across = Math.min(columns, parts.size());
    int cellWidth = parts.stream().mapToInt(Picture::width).max().orElseThrow();
    int[] tops = new int[(parts.size() + across - 1) / across + 1];
    for (int i = 0; i < parts.size(); i++) {
      int row = i / across;
      tops[row + 1] = Math.max(tops[row + 1], tops[row] + parts.get(i).height);
    }
    String description =
        String.join("; ", parts.stream().map(Picture::description).distinct().toList());
    List<Spot> spots = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      for (Spot spot : parts.get(i).spots) {
        spots.add(spot.moved(i % across * cellWidth, tops[i / across]));
      }
    }
    return paint(
            description,
            across * cellWidth,
            tops[tops.length - 1],
            g -> {
              for (int i = 0; i < parts.size(); i++) {
                parts.get(i).paintAt(g, i % across * cellWidth, tops[i / across]);
              }
            })
        .saying(spots);
  }

  private void paintAt(Graphics2D g, int x, int y) {
    Graphics2D part = (Graphics2D) g.create();
    try {
      part.translate(x, y);
      painter.accept(part);
    } finally {
      part.dispose();
    }
  }

  private void paintOnWhite(Graphics2D g) {
    g.setColor(Palette.PAPER);
    g.fillRect(0, 0, width, height);
    painter.accept(g);
  }

  /** The picture as a PNG file's bytes, with two pixels for each CSS pixel. */
  public byte[] png() {
    BufferedImage image =
        new BufferedImage(SCALE * width, SCALE * height, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = image.createGraphics();
    try {
      g.scale(SCALE, SCALE);
      g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      g.setRenderingHint(
          RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
      g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
      paintOnWhite(g);
    } finally {
      g.dispose();
    }
    return encoded(image);
  }

  /** The bytes of a PNG file. */
  static byte[] encoded(BufferedImage image) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    // In memory: the default stream makes a file and a shutdown hook, too late in an interrupted
    // run.
    try (ImageOutputStream output = new MemoryCacheImageOutputStream(bytes)) {
      ImageIO.write(image, "png", output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The picture as a data URI: SVG, or PNG if it has too many parts for it. */
  public String dataUri() {
    byte[] svg = Svg.of(width, height, this::paintOnWhite);
    return svg.length <= MOST_SVG_BYTES
        ? "data:image/svg+xml;base64," + Base64.getEncoder().encodeToString(svg)
        : "data:image/png;base64," + Base64.getEncoder().encodeToString(png());
  }

  /**
   * Writes a PNG file.
   *
   * @param file is replaced if it exists
   * @throws IOException if it cannot be written
   */
  public void write(Path file) throws IOException {
    Files.write(file, png());
  }
}
