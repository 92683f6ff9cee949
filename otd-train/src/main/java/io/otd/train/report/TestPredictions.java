package io.otd.train.report;

import io.otd.core.metrics.CentralIntervals;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.PredictiveDispersion;
import io.otd.core.metrics.SpearmanCorrelation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The pictures of one output's predictions on rows that were not trained on.
 *
 * @param target name of the output, with its unit where it has one
 * @param draws {@code [K, n, 1]}, K at least 2
 * @param observed {@code [n]}
 */
record TestPredictions(String target, Draws draws, double[] observed) {
  private static final double LEVEL = .9;
  private static final String INTERVAL = "90 % interval";
  private static final int EXAMPLES = 6;
  private static final int FEWEST_ROWS = 20;
  private static final List<Double> LEVELS =
      List.of(.05, .1, .2, .3, .4, .5, .6, .7, .8, .9, .95, .99);

  /** One output of several. */
  static TestPredictions of(String target, Draws draws, double[][] observed, int output) {
    double[] values = new double[draws.draws() * draws.rows()];
    for (int k = 0; k < draws.draws(); k++) {
      for (int i = 0; i < draws.rows(); i++) {
        values[k * draws.rows() + i] = draws.get(k, i, output);
      }
    }
    return new TestPredictions(
        target,
        new Draws(draws.draws(), draws.rows(), 1, values),
        Arrays.stream(observed).mapToDouble(row -> row[output]).toArray());
  }

  /** Predictive densities of a few rows, from the smallest to the largest predicted mean. */
  Block.Figure examples() {
    int n = draws.rows();
    Integer[] order = IntStream.range(0, n).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingDouble(i -> draws.mean(i, 0)));
    CentralIntervals intervals = CentralIntervals.of(draws, LEVEL);
    List<PredictiveDensities.Row> rows = new ArrayList<>();
    int count = Math.min(EXAMPLES, n);
    for (int e = 0; e < count; e++) {
      int row = order[(int) ((e + .5) * n / count)];
      rows.add(
          new PredictiveDensities.Row(
              "test row " + (row + 1),
              draws.of(row, 0),
              observed[row],
              intervals.low(row, 0),
              intervals.high(row, 0)));
    }
    return new Block.Figure(
        new PredictiveDensities(new Canvas("", 360, 270), Math.min(3, count), target).draw(rows),
        "Predictive distributions of single test rows, evenly spaced from the smallest to the"
            + " largest predicted mean, on one common axis.");
  }

  /** Everything that says how good the predictions are. */
  List<Block.Figure> figures() {
    List<Block.Figure> figures = new ArrayList<>();
    CentralIntervals intervals = CentralIntervals.of(draws, LEVEL);
    double[] mean = rows(i -> draws.mean(i, 0));
    double[] low = rows(i -> intervals.low(i, 0));
    double[] high = rows(i -> intervals.high(i, 0));
    Canvas canvas = Canvas.of("");
    figures.add(
        new Block.Figure(
            new PredictedAgainstObserved(canvas, target, INTERVAL).draw(observed, mean, low, high),
            "Predictive mean against the observed value, with the 90 % interval of each row."));
    if (observed.length > 1) {
      figures.add(
          new Block.Figure(
              new SortedIntervals(canvas, target, INTERVAL).draw(observed, mean, low, high),
              "The 90 % intervals of all test rows; of ten observed values, nine should be"
                  + " inside."));
    }
    figures.add(calibration());
    figures.add(pit());
    if (observed.length >= FEWEST_ROWS) {
      errorAgainstDispersion(mean).ifPresent(figures::add);
    }
    return figures;
  }

  private Block.Figure calibration() {
    double[][] column =
        Arrays.stream(observed).mapToObj(y -> new double[] {y}).toArray(double[][]::new);
    double[] coverage =
        CentralIntervals.of(draws, LEVELS).stream().mapToDouble(c -> c.coverage(column)).toArray();
    Map<String, double[]> curve = new LinkedHashMap<>();
    curve.put("test rows", coverage);
    return new Block.Figure(
        new CalibrationCurve(Canvas.of(""))
            .draw(LEVELS.stream().mapToDouble(Double::doubleValue).toArray(), curve),
        "Share of observed values inside central intervals. Below the diagonal the intervals are"
            + " too narrow, above it too wide.");
  }

  private Block.Figure pit() {
    double[] pit = rows(this::rankOf);
    int bins = Math.max(4, Math.min(20, observed.length / 8));
    return new Block.Figure(
        new PitHistogram(Canvas.of(""), bins).draw(pit),
        "Where the observed value lies in its predictive distribution; flat if calibrated.");
  }

  /** Middle of the observed value's possible places among the draws, in (0, 1). */
  private double rankOf(int row) {
    int below = 0;
    int equal = 0;
    for (double draw : draws.of(row, 0)) {
      below += draw < observed[row] ? 1 : 0;
      equal += draw == observed[row] ? 1 : 0;
    }
    return (below + .5 * (equal + 1)) / (draws.draws() + 1);
  }

  private java.util.Optional<Block.Figure> errorAgainstDispersion(double[] mean) {
    double[] dispersion = PredictiveDispersion.byRow(draws);
    double[] error = rows(i -> Math.abs(mean[i] - observed[i]));
    if (!varies(dispersion) || !varies(error)) {
      return java.util.Optional.empty();
    }
    double correlation = SpearmanCorrelation.of(dispersion, error);
    return java.util.Optional.of(
        new Block.Figure(
            new ErrorAgainstDispersion(Canvas.of(""), "dispersion U", "absolute error")
                .draw(dispersion, error, correlation),
            "Error of the mean over the dispersion of the draws. Where they rise together, the"
                + " dispersion tells which predictions to trust."));
  }

  private static boolean varies(double[] values) {
    return Arrays.stream(values).max().orElse(0) > Arrays.stream(values).min().orElse(0);
  }

  private double[] rows(java.util.function.IntToDoubleFunction of) {
    return IntStream.range(0, observed.length).mapToDouble(of).toArray();
  }
}
