// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.experiment;

import io.otd.train.internal.chart.Sweep;
import io.otd.train.internal.chart.TrainingCurves;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.result.Spread;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Figures that experiments of any kind have. */
public final class Figures {
  private Figures() {}

  /** A picture with its file name and caption. */
  public static Figure figure(String file, Picture picture, String caption) {
    return new Figure(file, picture, caption);
  }

  /** The first run of a variant. */
  public static Trained first(List<Trained> runs, String variant) {
    return runs.stream().filter(r -> r.variant().name().equals(variant)).findFirst().orElseThrow();
  }

  /** The run of a variant whose measure is the median of all its seeds (the lower one of two). */
  public static Trained typical(List<Trained> runs, String variant, String measure) {
    List<Trained> sorted =
        runs.stream()
            .filter(r -> r.variant().name().equals(variant))
            .sorted(Comparator.comparingDouble(r -> r.measures().getOrDefault(measure, Double.NaN)))
            .toList();
    return sorted.get((sorted.size() - 1) / 2);
  }

  /** The training curves of a run. */
  public static Picture training(Trained run) {
    return new TrainingCurves(Canvas.of(run.variant().label() + ", seed " + run.seed()), "")
        .draw(run.history());
  }

  /**
   * The parameter in which the variants of an experiment differ, if it is a number.
   *
   * @param title of the axis
   * @param word for file names, e.g. {@code width}
   * @param logarithmic whether the axis is; then all values are positive
   * @param values rising
   * @param variants names, one a value
   */
  public record Setting(
      String title, String word, boolean logarithmic, List<Double> values, List<String> variants) {}

  /**
   * A measure of the variants over what they differ in; its axis is logarithmic where the other is
   * and it is positive.
   */
  public static Figure sweep(List<Trained> runs, Setting setting, Measure measure, String caption) {
    List<Spread> spreads =
        setting.variants().stream()
            .map(v -> Spread.of(SeedMeans.values(runs, v, measure.name())))
            .toList();
    double[] mean = spreads.stream().mapToDouble(Spread::mean).toArray();
    double[] sd = spreads.stream().mapToDouble(Spread::sd).toArray();
    boolean logarithmic = setting.logarithmic() && Arrays.stream(mean).allMatch(m -> m > 0);
    return figure(
        measure.name().replace('_', '-') + "-by-" + setting.word(),
        new Sweep(
                Canvas.of(""), setting.title(), measure.label(), setting.logarithmic(), logarithmic)
            .draw(
                setting.values().stream().mapToDouble(Double::doubleValue).toArray(),
                Map.of("OTD", new Sweep.Curve(mean, sd))),
        caption + " Mean over the seeds; the bars show one standard deviation.");
  }
}
