// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
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
