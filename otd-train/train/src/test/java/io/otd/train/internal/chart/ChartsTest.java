// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Picture;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ChartsTest {
  @TempDir Path directory;

  static Stream<Map.Entry<String, Picture>> pictures() {
    return Gallery.pictures().entrySet().stream();
  }

  @ParameterizedTest
  @MethodSource("pictures")
  void every_chart_is_a_nonempty_png_of_the_declared_size(Map.Entry<String, Picture> entry)
      throws IOException {
    Path file = directory.resolve(entry.getKey() + ".png");
    entry.getValue().write(file);
    BufferedImage image = ImageIO.read(file.toFile());
    assertThat(image.getWidth()).isEqualTo(2 * entry.getValue().width());
    assertThat(image.getHeight()).isEqualTo(2 * entry.getValue().height());
    // Of the centre, so that titles and frame do not count.
    assertThat(colours(image)).hasSizeGreaterThan(5);
    assertThat(entry.getValue().description()).isNotBlank();
  }

  @Test
  void the_heat_map_is_darkest_where_the_density_is_highest() throws IOException {
    double[] grid = {0, 1, 2, 3};
    double[][] density = {{1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 1}};
    Picture picture =
        new DensityMap(new Canvas("", 400, 300), "x", "y")
            .draw(grid, grid, density, new double[0], new double[0]);
    Path file = directory.resolve("map.png");
    picture.write(file);
    BufferedImage image = ImageIO.read(file.toFile());
    int bottomLeft = brightness(image, .3, .75);
    int topLeft = brightness(image, .3, .15);
    int topRight = brightness(image, .7, .1);
    assertThat(bottomLeft).isLessThan(topLeft - 200);
    assertThat(topRight).isLessThan(topLeft - 200);
  }

  @Test
  void a_canvas_too_small_to_read_is_refused() {
    assertThatThrownBy(() -> new Canvas("", 100, 300))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("canvas: 100 x 300 (expected: at least 160 x 120)");
  }

  @Test
  void degenerate_data_still_give_a_chart() {
    double[] same = {2, 2, 2};
    assertThat(
            new PredictedAgainstObserved(Canvas.of(""), "y", "90 % interval")
                .draw(same, same, same, same, List.of())
                .png())
        .isNotEmpty();
    assertThat(
            new TrainingCurves(Canvas.of(""), "")
                .draw(List.of(new TrainingSnapshot.Point(1, 1, 0, 0, Double.NaN)))
                .png())
        .isNotEmpty();
    assertThat(
            new PredictiveDensities(new Canvas("", 300, 200), 1, "y")
                .draw(List.of(new PredictiveDensities.Row("r", same, 2, 2, 2)))
                .png())
        .isNotEmpty();
  }

  private static int brightness(BufferedImage image, double across, double down) {
    int rgb = image.getRGB((int) (across * image.getWidth()), (int) (down * image.getHeight()));
    return (rgb >> 16 & 255) + (rgb >> 8 & 255) + (rgb & 255);
  }

  private static Set<Integer> colours(BufferedImage image) {
    Set<Integer> found = new HashSet<>();
    for (int x = image.getWidth() / 4; x < image.getWidth() * 3 / 4; x++) {
      for (int y = image.getHeight() / 5; y < image.getHeight() * 3 / 5; y++) {
        found.add(image.getRGB(x, y));
      }
    }
    return found;
  }
}
