package io.otd.paper.experiment;

import io.otd.core.metrics.CentralIntervals;
import io.otd.core.metrics.Draws;
import io.otd.paper.experiment.data.Pairs;
import io.otd.train.report.Block;
import io.otd.train.report.Canvas;
import io.otd.train.report.Picture;
import io.otd.train.report.PredictionBands;
import io.otd.train.report.PredictionDraws;
import io.otd.train.report.Sweep;
import io.otd.train.report.TrainingCurves;
import io.otd.train.result.Spread;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Pictures that several experiments have. */
final class Plates {
  private Plates() {}

  /** A picture with its file name and caption. */
  static Experiment.Plate plate(String file, Picture picture, String caption) {
    return new Experiment.Plate(file, new Block.Figure(picture, caption));
  }

  /** The first run of a variant. */
  static Trained first(List<Trained> runs, String variant) {
    return runs.stream().filter(r -> r.variant().name().equals(variant)).findFirst().orElseThrow();
  }

  /** The training curves of a run. */
  static Picture training(Trained run) {
    return new TrainingCurves(Canvas.of(run.variant().label() + ", seed " + run.seed()), "")
        .draw(run.history());
  }

  /**
   * Mean, 50 % and 90 % band.
   *
   * @param draws {@code [K, n, 1]} at x
   */
  static Picture bands(Canvas canvas, double[] x, Draws draws, Pairs data) {
    List<CentralIntervals> intervals = CentralIntervals.of(draws, List.of(.9, .5));
    double[] mean = IntStream.range(0, x.length).mapToDouble(i -> draws.mean(i, 0)).toArray();
    return new PredictionBands(canvas, "x", "y")
        .draw(
            x,
            mean,
            List.of(
                band("90 % interval", intervals.get(0), x.length),
                band("50 % interval", intervals.get(1), x.length)),
            data.x(),
            data.y());
  }

  private static PredictionBands.Band band(String name, CentralIntervals interval, int rows) {
    return new PredictionBands.Band(
        name,
        IntStream.range(0, rows).mapToDouble(i -> interval.low(i, 0)).toArray(),
        IntStream.range(0, rows).mapToDouble(i -> interval.high(i, 0)).toArray());
  }

  /**
   * Single realisations.
   *
   * @param draws {@code [K, n, 1]} at x
   */
  static Picture realisations(Canvas canvas, double[] x, Draws draws, Pairs data) {
    double[][] lines = new double[draws.draws()][x.length];
    for (int k = 0; k < lines.length; k++) {
      for (int i = 0; i < x.length; i++) {
        lines[k][i] = draws.get(k, i, 0);
      }
    }
    return new PredictionDraws(canvas, "x", "y").draw(x, lines, data.x(), data.y());
  }

  /**
   * What the variants of an experiment differ in, where that is a number.
   *
   * @param title of the axis
   * @param word for file names, e.g. {@code width}
   * @param logarithmic whether the axis is; then all values are positive
   * @param values rising
   * @param variants names, one a value
   */
  record Setting(
      String title, String word, boolean logarithmic, List<Double> values, List<String> variants) {}

  /**
   * A measure of the variants over what they differ in; its axis is logarithmic where the other is
   * and it is positive.
   */
  static Experiment.Plate sweep(
      List<Trained> runs, Setting setting, Measure measure, String caption) {
    List<Spread> spreads =
        setting.variants().stream()
            .map(v -> Spread.of(Means.values(runs, v, measure.name())))
            .toList();
    double[] mean = spreads.stream().mapToDouble(Spread::mean).toArray();
    double[] sd = spreads.stream().mapToDouble(Spread::sd).toArray();
    boolean logarithmic = setting.logarithmic() && Arrays.stream(mean).allMatch(m -> m > 0);
    return plate(
        measure.name().replace('_', '-') + "-by-" + setting.word(),
        new Sweep(
                Canvas.of(""), setting.title(), measure.label(), setting.logarithmic(), logarithmic)
            .draw(
                setting.values().stream().mapToDouble(Double::doubleValue).toArray(),
                Map.of("OTD", new Sweep.Curve(mean, sd))),
        caption + " Mean over the seeds; the bars are a standard deviation.");
  }
}
