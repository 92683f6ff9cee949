// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.evaluation.RowScores;
import io.otd.train.internal.chart.FieldMap;
import io.otd.train.internal.chart.FieldMap.Colors;
import io.otd.train.internal.chart.Selected;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Palette;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;
import io.otd.train.internal.result.TestFields;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One field as it was and as it is predicted, with error and spread: maps over two coordinates,
 * lines over one.
 *
 * @param test the test rows by field
 * @param output which one, from 0
 * @param target its title
 */
record FieldPictures(TestFields test, int output, String target) {
  private static final Canvas MAP = new Canvas("", 400, 330);
  private static final Canvas LINES = Canvas.of("");

  /** The numbers of one field at its points. */
  private record Values(double[] truth, double[] mean, double[] error, double[] spread) {}

  Block.Panels panels(int field, String caption) {
    RowScores.Output of = test.rows().outputs().get(output);
    double[] truth = test.of(of.observed(), field);
    double[] mean = test.of(of.mean(), field);
    double[] error = new double[truth.length];
    Arrays.setAll(error, g -> mean[g] - truth[g]);
    Values values = new Values(truth, mean, error, test.of(of.sd(), field));
    List<Picture> pictures =
        test.at().coordinateNames().size() == 2
            ? maps(values)
            : lines(values, test.of(of.low(), field), test.of(of.high(), field));
    return new Block.Panels(pictures, Optional.empty(), caption + ".");
  }

  private List<Picture> maps(Values values) {
    Colors both = Colors.of(values.truth(), values.mean());
    return List.of(
        map("truth", values.truth(), both),
        map("predicted mean", values.mean(), both),
        map("error of the mean", values.error(), Colors.aroundZero(values.error())),
        map("spread (standard deviation)", values.spread(), Colors.fromZero(values.spread())));
  }

  private Picture map(String title, double[] values, Colors colors) {
    return new FieldMap(MAP.titled(title), test.at().coordinateNames(), test.at().coordinates())
        .draw(values, colors);
  }

  private List<Picture> lines(Values values, double[] low, double[] high) {
    double[][] at = test.at().coordinates();
    double[] places = Arrays.stream(at).mapToDouble(point -> point[0]).toArray();
    int[] order = RowWeights.ascending(places);
    double[] x = Selected.of(places, order);
    String axis = test.at().coordinateNames().get(0);
    Plot field =
        new Plot(LINES, axis, target)
            .band(
                CoverageLevels.percent(test.rows().level()) + " interval",
                x,
                Selected.of(low, order),
                Selected.of(high, order),
                Palette.tint(Palette.SKY, .45))
            .line("predicted mean", x, Selected.of(values.mean(), order), Palette.BLUE, 2f)
            .line("truth", x, Selected.of(values.truth(), order), Palette.VERMILION, 2f);
    Plot errors =
        new Plot(LINES, axis, "error and spread")
            .line("error of the mean", x, Selected.of(values.error(), order), Palette.INK, 1.8f)
            .line("standard deviation", x, Selected.of(values.spread(), order), Palette.GREEN, 2f);
    return List.of(
        field.picture("A field, its truth and its prediction"),
        errors.picture("Error and spread of the prediction of a field"));
  }
}
