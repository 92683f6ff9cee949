// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.EmpiricalQuantile;
import io.otd.core.metrics.evaluation.RowScores;
import io.otd.core.metrics.evaluation.UniformityTest;
import io.otd.table.internal.fields.FieldPoints;
import io.otd.train.internal.chart.CalibrationCurve;
import io.otd.train.internal.chart.PitHistogram;
import io.otd.train.internal.chart.PredictedAgainstObserved;
import io.otd.train.internal.chart.PredictiveDensities;
import io.otd.train.internal.chart.Selected;
import io.otd.train.internal.chart.SortedIntervals;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.result.TestRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * The pictures of one output's predictions on rows that were not trained on. If there are very many
 * rows, evenly spaced ones are drawn.
 *
 * @param target name of the output, with its unit where it has one
 * @param output its place among the targets, from 0
 * @param scored what is known of each row
 * @param stored how each row was predicted, all targets
 * @param before the same as {@code scored} before any calibration
 * @param numbers of the rows in the table, from 0
 * @param examples draws of the first rows, {@code [K, m, 1]}
 * @param fields whose points the rows are, which depend on each other; empty for a table
 */
record TestPredictions(
    String target,
    int output,
    RowScores scored,
    TestRows stored,
    RowScores before,
    int[] numbers,
    Draws examples,
    Optional<FieldPoints> fields) {
  private static final int EXAMPLES = 6;
  private static final int MAX_POINTS = 2000;

  private RowScores.Output rows() {
    return scored.outputs().get(output);
  }

  /** The predictive density of the row in the middle, by the spread of its prediction. */
  Block.Figure example() {
    Integer[] order = order(Comparator.comparingDouble(i -> examples.standardDeviation(i, 0)));
    PredictiveDensities.Row row = example(order[order.length / 2]);
    return new Block.Figure(
        new PredictiveDensities(Canvas.of("").sized(480, 260), 1, target).draw(List.of(row)),
        "One prediction, of %s: %s to %s with a probability of %s, observed %s."
            .formatted(
                row.name(),
                NumberText.brief(row.lower()),
                NumberText.brief(row.upper()),
                percent(),
                NumberText.brief(row.observed())));
  }

  /** Predictive densities of a few rows, from the smallest to the largest predicted mean. */
  Block.Panels densities() {
    Integer[] order = order(Comparator.comparingDouble(i -> examples.mean(i, 0)));
    int n = order.length;
    int count = Math.min(EXAMPLES, n);
    List<PredictiveDensities.Row> shown =
        IntStream.range(0, count)
            .mapToObj(e -> example(order[(int) ((e + .5) * n / count)]))
            .toList();
    return new PredictiveDensities(new Canvas("", 360, 270), 1, target)
        .panels(
            shown,
            "Predictive distributions of single test rows, evenly spaced from the smallest to the"
                + " largest predicted mean, on one common axis. "
                + new RowName(fields).numbering());
  }

  private Integer[] order(Comparator<Integer> by) {
    return IntStream.range(0, examples.rows()).boxed().sorted(by).toArray(Integer[]::new);
  }

  private PredictiveDensities.Row example(int row) {
    double[] ascending = examples.sorted(row, 0);
    return new PredictiveDensities.Row(
        new RowName(fields).of(numbers[row]),
        examples.of(row, 0),
        rows().observed()[row],
        EmpiricalQuantile.lower(scored.level()).of(ascending),
        EmpiricalQuantile.upper(scored.level()).of(ascending));
  }

  /** Everything about the quality of the predictions. */
  List<Block.Figure> figures() {
    List<Block.Figure> figures = new ArrayList<>();
    int n = rows().observed().length;
    int every = (n + MAX_POINTS - 1) / MAX_POINTS;
    int[] shown = IntStream.range(0, n).filter(i -> i % every == 0).toArray();
    String some = every == 1 ? "" : " One test row in " + every + " is shown.";
    double[] observed = Selected.of(rows().observed(), shown);
    double[] mean = Selected.of(rows().mean(), shown);
    double[] low = Selected.of(rows().low(), shown);
    double[] high = Selected.of(rows().high(), shown);
    List<String> texts = texts(shown);
    Canvas canvas = Canvas.of("");
    figures.add(
        new Block.Figure(
            new PredictedAgainstObserved(canvas, target, interval())
                .draw(observed, mean, low, high, texts),
            "Predictive mean against the observed value, with the %s of each row.%s"
                .formatted(interval(), some)));
    if (n > 1) {
      figures.add(
          new Block.Figure(
              new SortedIntervals(canvas, target, interval())
                  .draw(observed, mean, low, high, texts),
              "The %ss of the test rows; %s of the observed values should be inside.%s"
                  .formatted(interval(), percent(), some)));
    }
    figures.add(calibration());
    figures.add(pit());
    return figures;
  }

  /** What each row says under the pointer. */
  private List<String> texts(int[] shown) {
    return Arrays.stream(shown)
        .mapToObj(
            i ->
                "%s\nobserved: %s\npredicted: %s\n%s: %s to %s"
                    .formatted(
                        new RowName(fields).of(numbers[i]),
                        NumberText.brief(rows().observed()[i]),
                        NumberText.brief(rows().mean()[i]),
                        interval(),
                        NumberText.brief(rows().low()[i]),
                        NumberText.brief(rows().high()[i])))
        .toList();
  }

  private String interval() {
    return percent() + " interval";
  }

  private String percent() {
    return CoverageLevels.percent(scored.level());
  }

  private Block.Figure calibration() {
    Map<String, DoubleUnaryOperator> curves = new LinkedHashMap<>();
    boolean changed =
        !Arrays.equals(rows().below(), before.outputs().get(output).below())
            || !Arrays.equals(rows().atMost(), before.outputs().get(output).atMost());
    if (changed) {
      curves.put("before calibration", level -> before.coverage(output, level));
    }
    curves.put(
        changed ? "after calibration" : "test rows", level -> scored.coverage(output, level));
    return new Block.Figure(
        new CalibrationCurve(Canvas.of("")).draw(curves),
        "Share of observed values inside central intervals. Below the diagonal the intervals are"
            + " too narrow, above it too wide.");
  }

  /** The picture has the middle of the possible places, the test random ones among them. */
  private Block.Figure pit() {
    double[] transforms = rows().transform();
    String test =
        transforms.length < 2 || !fields.isEmpty()
            ? ""
            : uniformity(UniformityTest.of(transforms), transforms.length);
    return new Block.Figure(
        new PitHistogram(Canvas.of("")).draw(stored.pit(output), fields.isEmpty()),
        "Where the observed value lies in its predictive distribution; flat if calibrated." + test);
  }

  private static String uniformity(UniformityTest test, int rows) {
    return " Kolmogorov-Smirnov test of flatness over %s rows: distance %s, p-value %s."
        .formatted(
            NumberText.count(rows),
            NumberText.brief(test.statistic()),
            NumberText.brief(test.pValue()));
  }
}
