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
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** A finished picture with a description for those who cannot see it. Immutable. */
public final class Picture {
  /** Pixels of the picture for each CSS pixel. */
  public static final int SCALE = 2;

  private final String description;
  private final BufferedImage image;

  /** Empty until it is asked for. */
  private byte[] png = {};

  private Picture(String description, BufferedImage image) {
    this.description = description;
    this.image = image;
  }

  /**
   * Paints a picture.
   *
   * @param description in words
   * @param width in CSS pixels
   * @param height in CSS pixels
   * @param painter paints in CSS pixels, on white
   */
  public static Picture paint(
      String description, int width, int height, Consumer<Graphics2D> painter) {
    BufferedImage image =
        new BufferedImage(SCALE * width, SCALE * height, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = image.createGraphics();
    try {
      g.setColor(Palette.PAPER);
      g.fillRect(0, 0, image.getWidth(), image.getHeight());
      g.scale(SCALE, SCALE);
      g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      g.setRenderingHint(
          RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
      g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
      painter.accept(g);
    } finally {
      g.dispose();
    }
    return new Picture(description, image);
  }

  /**
   * Pictures in a grid, row by row.
   *
   * @param columns pictures side by side, at least 1
   * @param parts at least one
   */
  public static Picture grid(int columns, List<Picture> parts) {
    int across = Math.min(columns, parts.size());
    int cellWidth = parts.stream().mapToInt(p -> p.width() / SCALE).max().orElseThrow();
    int[] tops = new int[(parts.size() + across - 1) / across + 1];
    for (int i = 0; i < parts.size(); i++) {
      int row = i / across;
      tops[row + 1] = Math.max(tops[row + 1], tops[row] + parts.get(i).height() / SCALE);
    }
    String description =
        String.join("; ", parts.stream().map(Picture::description).distinct().toList());
    return paint(
        description,
        across * cellWidth,
        tops[tops.length - 1],
        g -> {
          for (int i = 0; i < parts.size(); i++) {
            BufferedImage part = parts.get(i).image;
            int w = part.getWidth() / SCALE;
            int h = part.getHeight() / SCALE;
            g.drawImage(part, i % across * cellWidth, tops[i / across], w, h, null);
          }
        });
  }

  /** In words. */
  public String description() {
    return description;
  }

  /** Pixels across. */
  public int width() {
    return image.getWidth();
  }

  /** Pixels down. */
  public int height() {
    return image.getHeight();
  }

  /** The picture as a PNG file's bytes; encoded once. */
  public byte[] png() {
    return encoded().clone();
  }

  private synchronized byte[] encoded() {
    if (png.length == 0) {
      png = encode();
    }
    return png;
  }

  private byte[] encode() {
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

  /** The picture as a data URI. */
  public String dataUri() {
    return "data:image/png;base64," + Base64.getEncoder().encodeToString(encoded());
  }

  /**
   * Writes a PNG file.
   *
   * @param file is replaced if it exists
   * @throws IOException if it cannot be written
   */
  public void write(Path file) throws IOException {
    Files.write(file, encoded());
  }
}
