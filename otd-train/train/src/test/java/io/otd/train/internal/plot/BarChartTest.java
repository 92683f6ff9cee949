// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.Font;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class BarChartTest {
  @Test
  void bars_with_long_names_and_texts_stay_on_their_side() throws IOException {
    String name = "learning-rate-0.001-".repeat(3);
    Picture picture =
        new BarChart(Canvas.of(""), "difference")
            .draw(
                List.of(
                    new BarChart.Bar(name + "a", 0, 1, .1, "1 [0.9, 1.1], ".repeat(4)),
                    new BarChart.Bar(name + "b", 0, -1, .1, "-1 [-1.1, -0.9]")));
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(picture.png()));
    int[] less = columns(image, Palette.tint(Palette.ORANGE, .8));
    int[] more = columns(image, Palette.tint(Palette.SKY, .8));
    assertThat(less).isNotEmpty();
    assertThat(more).isNotEmpty();
    assertThat(less[less.length - 1]).isLessThanOrEqualTo(more[0]);
  }

  /** A name that is too long gives way to the cell behind it; nothing reaches over an edge. */
  @Test
  void names_of_any_length_keep_their_cells_and_all_texts_stay_on_the_canvas() throws Exception {
    String name = "Blast Furnace Slag (component 2)(kg in a m^3 mixture)";
    String svg =
        new String(
            Base64.getDecoder()
                .decode(
                    new BarChart(Canvas.of(""), "standard deviation of " + name)
                        .draw(
                            List.of(
                                new BarChart.Bar(name, " = 132.4", 0, 4, .1, "+4.1 \u00b1 0.1"),
                                new BarChart.Bar("Age", " = 28", 4, 9, .1, "9, ".repeat(90))))
                        .dataUri()
                        .substring("data:image/svg+xml;base64,".length())),
            StandardCharsets.UTF_8);
    Matcher texts = Pattern.compile("<text [^>]*?\\bx=\"([-0-9.]+)\"[^>]*>([^<]*)<").matcher(svg);
    Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    List<String> written = new ArrayList<>();
    while (texts.find()) {
      double begin = Double.parseDouble(texts.group(1));
      written.add(texts.group(2));
      assertThat(begin).as(texts.group(2)).isNotNegative();
      // Batik writes places to two digits.
      assertThat(begin + Lettering.width(font, texts.group(2)))
          .as(texts.group(2))
          .isLessThanOrEqualTo(480.01);
    }
    assertThat(written)
        .contains("Age = 28", "+4.1 \u00b1 0.1")
        .anyMatch(text -> text.startsWith("Blast Furnace") && text.endsWith("\u2026 = 132.4"));
  }

  /** Where a colour is, from the left. */
  private static int[] columns(BufferedImage image, Color color) {
    return IntStream.range(0, image.getWidth())
        .filter(
            x ->
                IntStream.range(0, image.getHeight())
                    .anyMatch(y -> image.getRGB(x, y) == color.getRGB()))
        .toArray();
  }
}
