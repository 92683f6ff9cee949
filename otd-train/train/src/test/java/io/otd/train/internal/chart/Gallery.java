// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.core.metrics.evaluation.Sparsification;
import io.otd.train.internal.plot.BarChart;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Picture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** One picture of each chart, with synthetic data. */
final class Gallery {
  private static final int ROWS = 160;

  private Gallery() {}

  static Map<String, Picture> pictures() {
    SplittableRandom random = new SplittableRandom(1);
    Map<String, Picture> all = new LinkedHashMap<>();
    all.put("training", training(random));
    all.put("bands", bands());
    all.put("draws", draws(random));
    all.put("density-map", densityMap());
    all.put("correlation", correlation());
    all.put("projection", projection(random));
    all.put("histograms", histograms(random));
    double[] mean = uniforms(random, ROWS, 10, 80);
    double[] observed = new double[ROWS];
    double[] lower = new double[ROWS];
    double[] upper = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      double sd = 1 + mean[i] / 12;
      observed[i] = mean[i] + sd * random.nextGaussian();
      lower[i] = mean[i] - 1.645 * sd;
      upper[i] = mean[i] + 1.645 * sd;
    }
    Canvas canvas = Canvas.of("");
    all.put(
        "predicted",
        new PredictedAgainstObserved(canvas, "strength (MPa)", "90 % interval")
            .draw(observed, mean, lower, upper, List.of()));
    all.put(
        "sorted",
        new SortedIntervals(canvas, "strength (MPa)", "90 % interval")
            .draw(observed, mean, lower, upper, List.of()));
    double[] levels = {.1, .2, .3, .4, .5, .6, .7, .8, .9, .95};
    Map<String, double[]> coverage = new LinkedHashMap<>();
    coverage.put("OTD", Arrays.stream(levels).map(a -> Math.pow(a, 1.05)).toArray());
    coverage.put("MC Dropout", Arrays.stream(levels).map(a -> Math.pow(a, 1.6)).toArray());
    all.put("calibration", new CalibrationCurve(canvas).draw(levels, coverage));
    all.put("pit", new PitHistogram(canvas).draw(uniforms(random, ROWS, 0, 1), true));
    double[] dispersion = new double[ROWS];
    double[] error = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      dispersion[i] = Math.exp(random.nextGaussian());
      error[i] = Math.abs(dispersion[i] * random.nextGaussian());
    }
    all.put(
        "error",
        new ErrorAgainstDispersion(canvas, "dispersion U (MPa)", "absolute error (MPa)")
            .draw(dispersion, error, List.of(), .61));
    all.put(
        "sparsification",
        new SparsificationCurve(canvas).draw(Sparsification.of(error, dispersion)));
    all.put("sweep", sweep());
    all.put(
        "bars",
        new BarChart(Canvas.of("Time"), "time of 1000 epochs (s)")
            .draw(
                List.of(
                    new BarChart.Bar("Reference", 145.76, 2.36),
                    new BarChart.Bar("K_ES = 8", 290, 12),
                    new BarChart.Bar("Grid 16 x 16", 9.3, 0))));
    all.put("trials", trials());
    all.put(
        "trial-scatter",
        new TrialScatter(Canvas.of(""), "training.learning_rate", true)
            .draw(
                List.of(TrialFate.DROPPED, TrialFate.FINALIST, TrialFate.START, TrialFate.BEST),
                new double[] {1e-4, 1e-3, 3e-3, 1e-2},
                new double[] {Double.POSITIVE_INFINITY, .3, .25, .2}));
    all.put("densities", densities(random));
    return all;
  }

  private static Picture training(SplittableRandom random) {
    int n = 500;
    List<TrainingSnapshot.Point> points = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      points.add(
          new TrainingSnapshot.Point(
              4L * i,
              .08 + .7 * Math.exp(-i / 60.0) + .004 * random.nextGaussian(),
              .04 * (1 - Math.exp(-i / 90.0)) + .001,
              .01 + 3 * Math.exp(-i / 30.0),
              i % 5 == 0 ? .06 + .7 * Math.exp(-i / 60.0) : Double.NaN));
    }
    return new TrainingCurves(Canvas.of("Training"), "standardised target").draw(points);
  }

  private static double[] grid(int n, double from, double to) {
    double[] x = new double[n];
    Arrays.setAll(x, i -> from + (to - from) * i / (n - 1));
    return x;
  }

  private static double[] uniforms(SplittableRandom random, int n, double from, double to) {
    return random.doubles(n, from, to).toArray();
  }

  private static double[] map(double[] x, java.util.function.DoubleUnaryOperator f) {
    return Arrays.stream(x).map(f).toArray();
  }

  private static double slow(double x) {
    return Math.sin(3 * x);
  }

  private static Picture bands() {
    double[] x = grid(200, -1, 1);
    double[] dataX = grid(64, -1, 1);
    return new PredictionBands(Canvas.of("OTD"), "x", "y")
        .draw(
            x,
            map(x, Gallery::slow),
            List.of(
                new PredictionBands.Band(
                    "90 % interval", map(x, v -> slow(v) - .2), map(x, v -> slow(v) + .2)),
                new PredictionBands.Band(
                    "50 % interval", map(x, v -> slow(v) - .08), map(x, v -> slow(v) + .08))),
            dataX,
            map(dataX, v -> slow(v) + .1 * Math.sin(30 * v)));
  }

  private static Picture draws(SplittableRandom random) {
    double[] x = grid(100, -1, 1);
    double[][] draws = new double[40][];
    for (int k = 0; k < draws.length; k++) {
      double shift = random.nextGaussian();
      draws[k] = map(x, v -> slow(v) + .1 * shift);
    }
    double[] dataX = grid(32, -1, 1);
    return new PredictionDraws(Canvas.of("OTD"), "x", "y")
        .draw(x, draws, dataX, map(dataX, Gallery::slow));
  }

  private static Picture densityMap() {
    double[] x = grid(120, -1, 1);
    double[] y = grid(160, -1, 1);
    double[][] density = new double[x.length][];
    for (int i = 0; i < x.length; i++) {
      double v = x[i];
      double split = .15 * Math.exp(-12 * v * v);
      double h = .03;
      density[i] =
          map(
              y,
              t ->
                  Math.exp(-.5 * Math.pow((t - Math.tanh(v * v * v + split)) / h, 2))
                      + Math.exp(-.5 * Math.pow((t - Math.tanh(v * v * v - split)) / h, 2)));
    }
    double[] dataX = grid(32, -1, 1);
    return new DensityMap(Canvas.of("Conditional density"), "x", "y")
        .draw(
            x,
            y,
            density,
            dataX,
            map(dataX, v -> Math.tanh(v * v * v + .15 * Math.exp(-12 * v * v))));
  }

  private static Picture correlation() {
    double[][] r = new double[16][16];
    for (int i = 0; i < 16; i++) {
      for (int j = 0; j < 16; j++) {
        r[i][j] = i == j ? 1 : Math.cos(i * j) * .7;
      }
    }
    return new CorrelationMap(Canvas.of("Correlation of the masks").sized(560, 460), "mask unit")
        .draw(r, new int[] {8});
  }

  private static Picture projection(SplittableRandom random) {
    double[][] reference = {uniforms(random, 800, -.5, .5), uniforms(random, 800, -.5, .5)};
    double[] a = uniforms(random, 800, 0, 6.28);
    double[][] transported = {map(a, v -> 2 * Math.cos(v)), map(a, v -> .4 * Math.sin(2 * v))};
    return new MaskProjection(Canvas.of("Masks"))
        .draw(reference, transported, new double[] {.78, .07});
  }

  private static Picture histograms(SplittableRandom random) {
    Map<String, double[]> masks = new LinkedHashMap<>();
    for (int m : new int[] {4, 8, 16, 32}) {
      masks.put("M = " + m, map(uniforms(random, 4000, 0, 1), u -> Math.pow(u, 4.0 / m)));
    }
    return new MaskHistograms(new Canvas("", 400, 300), 2).draw(masks);
  }

  private static Picture trials() {
    List<TrialCurves.Curve> curves = new java.util.ArrayList<>();
    for (TrialFate fate : TrialFate.values()) {
      int points = fate == TrialFate.DROPPED ? 3 : 9;
      double[] step = new double[points];
      double[] score = new double[points];
      for (int i = 0; i < points; i++) {
        step[i] = 100 * (i + 1);
        score[i] = (.5 - .08 * curves.size()) * Math.exp(-i / 5.0) + .1;
      }
      curves.add(new TrialCurves.Curve(fate, step, score));
    }
    return new TrialCurves(Canvas.of("")).draw(curves);
  }

  private static Picture sweep() {
    return new Sweep(
            Canvas.of("Dispersion contracts"), "hidden width M", "dispersion U", true, true)
        .draw(
            new double[] {4, 8, 16, 32},
            Map.of(
                "OTD",
                new Sweep.Curve(
                    new double[] {.0304, .0084, .0027, .0019},
                    new double[] {.0273, .0047, .0002, .0005})));
  }

  private static Picture densities(SplittableRandom random) {
    List<PredictiveDensities.Row> rows = new java.util.ArrayList<>();
    for (int i = 0; i < 6; i++) {
      double centre = 20 + 8 * i;
      double sd = 2 + i;
      double[] draws = new double[256];
      Arrays.setAll(draws, k -> centre + sd * random.nextGaussian() + (k % 2 == 0 ? 0 : 2 * sd));
      double[] sorted = draws.clone();
      Arrays.sort(sorted);
      rows.add(
          new PredictiveDensities.Row(
              "row " + (i + 1), draws, centre + sd, sorted[12], sorted[243]));
    }
    return new PredictiveDensities(new Canvas("", 360, 270), 3, "strength (MPa)").draw(rows);
  }
}
