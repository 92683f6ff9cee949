// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

final class PictureTest {
  private static final String SVG = "data:image/svg+xml;base64,";

  private static String text(Picture picture) {
    assertThat(picture.dataUri()).startsWith(SVG);
    byte[] bytes = Base64.getDecoder().decode(picture.dataUri().substring(SVG.length()));
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static Document svg(Picture picture) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text(picture))));
  }

  @Test
  void a_page_has_a_picture_as_svg_of_its_size_with_its_texts() throws Exception {
    Picture picture = chart(20).picture("a line");
    Document document = svg(picture);
    assertThat(document.getDocumentElement().getAttribute("viewBox")).isEqualTo("0 0 480 340");
    assertThat(document.getDocumentElement().getTextContent()).contains("hours", "minutes", "late");
    assertThat(picture.width()).isEqualTo(480);
  }

  @Test
  void a_file_has_two_pixels_for_each_of_the_page() throws Exception {
    Picture picture =
        Picture.paint(
            "a blue square",
            30,
            20,
            g -> {
              g.setColor(Color.BLUE);
              g.fillRect(10, 5, 10, 10);
            });
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(picture.png()));
    assertThat(List.of(image.getWidth(), image.getHeight())).containsExactly(60, 40);
    assertThat(new Color(image.getRGB(30, 20))).isEqualTo(Color.BLUE);
    assertThat(new Color(image.getRGB(5, 20))).isEqualTo(Color.WHITE);
  }

  @Test
  void a_grid_has_all_its_parts_where_they_belong() throws Exception {
    Picture left = square(Color.RED);
    Picture grid = Picture.grid(2, List.of(left, square(Color.GREEN), square(Color.BLUE)));
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(grid.png()));
    assertThat(List.of(grid.width(), grid.height())).containsExactly(20, 20);
    assertThat(new Color(image.getRGB(10, 10))).isEqualTo(Color.RED);
    assertThat(new Color(image.getRGB(30, 10))).isEqualTo(Color.GREEN);
    assertThat(new Color(image.getRGB(10, 30))).isEqualTo(Color.BLUE);
  }

  /** Fifty thousand circles are slower to show than the pixels of them. */
  @Test
  void a_picture_of_very_many_parts_is_pixels() {
    assertThat(chart(50_000).picture("points").dataUri()).startsWith("data:image/png;base64,");
  }

  @Test
  void the_cells_of_a_map_are_in_the_svg() throws Exception {
    HeatMap map =
        new HeatMap(new double[][] {{0, 1}, {1, 0}}, ColorScale.SEQUENTIAL, 0, 1, false, "share");
    Canvas canvas = Canvas.of("");
    Plot plot = new Plot(HeatMap.besideBar(canvas), "x", "y").xRange(0, 1).yRange(0, 1);
    String svg = text(map.below(plot, canvas, "cells"));
    Matcher cells = Pattern.compile("\"data:image/png;base64,([^\"]*)\"").matcher(svg);
    assertThat(cells.find()).isTrue();
    BufferedImage image =
        ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(cells.group(1))));
    assertThat(image.getRGB(0, 0)).isEqualTo(ColorScale.SEQUENTIAL.at(1).getRGB());
  }

  private static Picture square(Color color) {
    return Picture.paint(
        "a square",
        10,
        10,
        g -> {
          g.setColor(color);
          g.fillRect(0, 0, 10, 10);
        });
  }

  private static Plot chart(int points) {
    double[] x = new double[points];
    Arrays.setAll(x, i -> i);
    return new Plot(Canvas.of("late\u0001"), "hours", "minutes")
        .points("", x, x, Color.BLACK, Marker.DISC);
  }
}
