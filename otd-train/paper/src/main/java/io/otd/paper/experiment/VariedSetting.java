// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.experiment;

import io.otd.train.internal.chart.Sweep;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.result.Spread;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A number in which the variants of an experiment differ, and the measures that are drawn over it.
 *
 * @param axis its name
 * @param word for file names, e.g. {@code width}
 * @param logarithmic whether the axis is; it has no place for 0
 * @param points rising
 * @param charts one a measure
 */
public record VariedSetting(
    String axis, String word, boolean logarithmic, List<Point> points, List<Chart> charts) {
  /** Keeps the lists. */
  public VariedSetting {
    points = List.copyOf(points);
    charts = List.copyOf(charts);
  }

  /**
   * A value.
   *
   * @param value of the setting
   * @param variant name of the variant that has it
   * @param label of the variant
   */
  public record Point(double value, String variant, String label) {}

  /**
   * A measure over the setting.
   *
   * @param measure its name
   * @param title of its axis
   * @param caption below the picture
   */
  public record Chart(String measure, String title, String caption) {}

  /** A variant for each value. */
  public List<Variant> variants(Function<Point, Variant> of) {
    return points.stream().map(of).toList();
  }

  /** The means of a measure over the seeds, one a value. */
  public double[] means(SeedMeans means, String measure) {
    return points.stream().mapToDouble(p -> means.mean(p.variant(), measure)).toArray();
  }

  /** Whether the mean of a measure falls with each value. */
  public boolean falls(SeedMeans means, String measure) {
    double[] values = means(means, measure);
    for (int i = 1; i < values.length; i++) {
      if (!(values[i] < values[i - 1])) {
        return false;
      }
    }
    return true;
  }

  /**
   * The charts; an axis of measures is logarithmic where that of the setting is and all are
   * positive.
   */
  public List<Figure> figures(Runs runs) {
    List<Point> shown = points.stream().filter(p -> !logarithmic || p.value() > 0).toList();
    return charts.stream().map(chart -> figure(chart, shown, runs)).toList();
  }

  private Figure figure(Chart chart, List<Point> shown, Runs runs) {
    List<Spread> spreads =
        shown.stream()
            .map(p -> Spread.of(SeedMeans.values(runs.all(), p.variant(), chart.measure())))
            .toList();
    double[] mean = spreads.stream().mapToDouble(Spread::mean).toArray();
    double[] sd = spreads.stream().mapToDouble(Spread::sd).toArray();
    boolean positive = logarithmic && Arrays.stream(mean).allMatch(m -> m > 0);
    return new Figure(
        chart.measure().replace('_', '-') + "-by-" + word,
        new Sweep(Canvas.of(""), axis, chart.title(), logarithmic, positive)
            .draw(
                shown.stream().mapToDouble(Point::value).toArray(),
                Map.of("OTD", new Sweep.Curve(mean, sd))),
        chart.caption() + " Mean over the seeds; the bars show one standard deviation.");
  }
}
