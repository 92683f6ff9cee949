// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import io.otd.train.internal.page.Block;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Marker;
import io.otd.train.internal.plot.Palette;
import io.otd.train.internal.plot.Plot;
import io.otd.train.internal.result.TestFields;
import java.util.Arrays;

/**
 * How many points of the test fields lie inside central intervals: over all fields, and from field
 * to field.
 *
 * @param test the test rows by field
 * @param output which one, from 0
 * @param target its title
 */
record FieldCalibration(TestFields test, int output, String target) {
  private static final double[] LEVELS = {.1, .2, .3, .4, .5, .6, .7, .8, .9, .95, .99};

  Block.Figure figure() {
    double[][] shares = new double[LEVELS.length][];
    Arrays.setAll(shares, i -> test.means(test.rows().covered(output, LEVELS[i])));
    double[] diagonal = {0, 1};
    Plot plot =
        new Plot(Canvas.of(""), "nominal level of the interval", "share of points inside")
            .xRange(0, 1)
            .yRange(0, 1)
            .band(
                "from the least to the most covered field",
                LEVELS,
                Arrays.stream(shares).mapToDouble(s -> Arrays.stream(s).min().orElse(0)).toArray(),
                Arrays.stream(shares).mapToDouble(s -> Arrays.stream(s).max().orElse(1)).toArray(),
                Palette.tint(Palette.SKY, .35))
            .line("calibrated", diagonal, diagonal, Palette.GREY, 1.4f)
            .curve(
                "mean over the fields",
                LEVELS,
                Arrays.stream(shares)
                    .mapToDouble(s -> Arrays.stream(s).average().orElse(0))
                    .toArray(),
                Palette.BLUE,
                Marker.DISC);
    return new Block.Figure(
        plot.picture("Calibration of " + target + " over fields"),
        "Share of the points of a field of %s inside their intervals. The points of a field err together, so single fields lie far from the diagonal even if the mean over all is on it."
            .formatted(target));
  }
}
