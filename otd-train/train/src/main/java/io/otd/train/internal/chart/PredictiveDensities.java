// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.core.metrics.density.Bandwidth;
import io.otd.core.metrics.density.GaussianKde;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Palette;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Predictive distributions of single rows, each as a density with the observed value and the 90 %
 * interval.
 *
 * @param panel size of one row's panel
 * @param columns panels side by side, at least 1
 * @param target name and unit of the target
 */
public record PredictiveDensities(Canvas panel, int columns, String target) {
  private static final int POINTS = 200;

  /** Share of the axis by which two values differ visibly. */
  private static final double VISIBLE = .02;

  private static final String DESCRIPTION =
      "Predictive densities of single rows with the observed values";

  /**
   * One row.
   *
   * @param name title of its panel
   * @param draws at least 2, finite
   * @param observed value, or NaN if it is not known
   * @param lower end of the interval, or NaN if it is not shown
   * @param upper end of the interval, or NaN
   */
  public record Row(String name, double[] draws, double observed, double lower, double upper) {}

  /** Draws them in one picture on a common axis, so that widths are comparable. */
  public Picture draw(List<Row> rows) {
    List<Plot> plots = plots(rows);
    Picture grid = Picture.grid(columns, plots.stream().map(p -> p.picture(DESCRIPTION)).toList());
    int width = grid.width();
    return Picture.grid(1, List.of(grid, plots.get(0).legendPicture(DESCRIPTION, width)));
  }

  /** The same, with each panel as a separate picture that a page can place freely. */
  public Block.Panels panels(List<Row> rows, String caption) {
    List<Plot> plots = plots(rows);
    return new Block.Panels(
        IntStream.range(0, rows.size())
            .mapToObj(i -> plots.get(i).picture(DESCRIPTION + ", " + rows.get(i).name()))
            .toList(),
        Optional.of(plots.get(0).legendPicture(DESCRIPTION, panel.width())),
        caption);
  }

  private List<Plot> plots(List<Row> rows) {
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    double kernel = 0;
    for (Row row : rows) {
      double[] sorted = row.draws().clone();
      Arrays.sort(sorted);
      int tail = sorted.length / 200;
      min = Math.min(min, smaller(row.observed(), sorted[tail]));
      max = Math.max(max, larger(row.observed(), sorted[sorted.length - 1 - tail]));
      kernel = Math.max(kernel, new GaussianKde(row.draws(), Bandwidth.scott(1)).bandwidth());
    }
    double margin = max > min ? .03 * (max - min) + 2 * kernel : 1;
    double low = min - margin;
    double high = max + margin;
    return rows.stream().map(r -> one(r, low, high)).toList();
  }

  private static double smaller(double value, double other) {
    return Double.isNaN(value) ? other : Math.min(value, other);
  }

  private static double larger(double value, double other) {
    return Double.isNaN(value) ? other : Math.max(value, other);
  }

  private Plot one(Row row, double min, double max) {
    double[] y = new double[POINTS];
    Arrays.setAll(y, i -> min + (max - min) * i / (POINTS - 1));
    Atoms atoms = Atoms.of(row.draws(), VISIBLE * (max - min));
    double[] density = density(atoms, max - min, y);
    double top = Math.max(1.1 * Arrays.stream(density).max().orElseThrow(), Double.MIN_NORMAL);
    double[] zero = new double[POINTS];
    double[] middle = Arrays.stream(y).filter(v -> v >= row.lower() && v <= row.upper()).toArray();
    Plot plot =
        new Plot(panel.titled(row.name()), target, "density")
            .xRange(min, max)
            .yRange(0, top)
            .band("", y, zero, density, Palette.tint(Palette.SKY, .35));
    if (middle.length > 1) {
      double[] within = density(atoms, max - min, middle);
      plot.band(
          "90 % interval",
          middle, new double[middle.length], within, Palette.tint(Palette.SKY, .75));
    }
    plot.line("predictive density", y, density, Palette.BLUE, 1.8f);
    atoms
        .shares()
        .forEach(
            (value, share) ->
                plot.line(
                    "share of draws at one value (full height: 1)",
                    new double[] {value, value},
                    new double[] {0, share * top},
                    Palette.BLUE,
                    5f));
    if (!Double.isNaN(row.observed())) {
      double[] at = {row.observed(), row.observed()};
      plot.line("observed", at, new double[] {0, top}, Palette.VERMILION, 2f);
    }
    return plot.legend(false);
  }

  /**
   * Width for the draws that are not at an atom, by Scott's rule, but not so narrow that the
   * picture's points could miss a kernel.
   */
  private static double[] density(Atoms atoms, double range, double[] at) {
    if (atoms.others().length < 2) {
      return new double[at.length];
    }
    double share = 1 - atoms.shares().values().stream().mapToDouble(s -> s).sum();
    double[] density =
        new GaussianKde(atoms.others(), new Bandwidth.Scott(1, range / POINTS)).density(at);
    Arrays.setAll(density, i -> share * density[i]);
    return density;
  }
}
