// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.crossvalidation;

import io.otd.core.internal.text.NumberText;
import io.otd.train.internal.chart.CalibrationCurve;
import io.otd.train.internal.chart.PitHistogram;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.page.PageTable;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.report.Score;
import io.otd.train.internal.report.SettingWords;
import io.otd.train.internal.result.StoredRun;
import io.otd.train.internal.result.TestRows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/** The page of a cross-validation. */
final class CrossValidationReport {
  private CrossValidationReport() {}

  static Page page(CrossValidationResult result) {
    List<Page.Section> sections = new ArrayList<>();
    List<Block> scores = new ArrayList<>();
    result
        .problems()
        .forEach((name, problem) -> scores.add(new Block.Text(name + " is missing: " + problem)));
    scores.add(new Block.Tiles(tiles(result)));
    sections.add(
        new Page.Section("Test metrics, mean \u00b1 standard deviation over folds", scores));
    sections.add(Page.Section.of("Folds", folds(result)));
    if (!result.test().isEmpty()) {
      sections.add(
          Page.Section.of("Test rows of all folds", new Block.Figures(false, figures(result))));
    }
    sections.add(Page.Section.of("All metrics", all(result)));
    sections.add(
        Page.Section.of(
            "How it was made",
            new Block.Settings("Settings", false, SettingWords.of(result.settings().flat())),
            new Block.Settings(
                "Time", true, Map.of("all folds", NumberText.fixed(result.seconds(), 1) + " s"))));
    return new Page(
        result.name() + ", cross-validation",
        "%s runs of %s test rows in all; each has its own report in its directory"
            .formatted(
                result.folds().size(), result.test().stream().mapToInt(t -> t.rows().length).sum()),
        sections);
  }

  private static List<Block.Tile> tiles(CrossValidationResult result) {
    return result.headlines().stream()
        .map(
            score ->
                new Block.Tile(
                    Score.find(score).map(Score::title).orElse(score),
                    result.spread(score).text(),
                    Score.find(score).map(known -> known.note("the target")).orElse("")))
        .toList();
  }

  private static Block.Table folds(CrossValidationResult result) {
    List<String> shown = result.headlines();
    int shared = 4;
    PageTable rows = new PageTable("run", "training", "validation", "test", "steps", shown);
    for (FoldOutcome fold : result.folds()) {
      if (fold.run().isPresent()) {
        StoredRun run = fold.run().get();
        rows.add(
            fold.name(),
            DoubleStream.of(
                    run.trainRows(),
                    run.validationRows(),
                    run.test().map(t -> t.rows().length).orElse(0),
                    (double) run.steps())
                .mapToObj(NumberText::brief)
                .toList(),
            shown.stream()
                .map(s -> NumberText.brief(CrossValidationResult.score(run, s)))
                .toList());
      } else {
        rows.add(
            fold.name(),
            new Block.Cell("diverged", Block.Mark.BAD),
            Collections.nCopies(shared - 1 + shown.size(), ""));
      }
    }
    rows.add(
        new Block.Cell("mean \u00b1 sd", Block.Mark.STRONG),
        Collections.nCopies(shared, ""),
        shown.stream()
            .map(s -> new Block.Cell(result.spread(s).text(), Block.Mark.STRONG))
            .toList());
    return rows.table(
        "Target units. The folds share training rows: their standard deviation is not that of"
            + " independent runs, and divided by the root of their number it is too small for an"
            + " error of the mean.");
  }

  private static List<Block.Figure> figures(CrossValidationResult result) {
    List<Block.Figure> figures = new ArrayList<>();
    figures.add(
        new Block.Figure(
            new CalibrationCurve(Canvas.of("")).draw(Map.of("all folds", result::coverage)),
            "Share of observed values inside central intervals, all test rows together. Below the"
                + " diagonal the intervals are too narrow, above it too wide."));
    List<TestRows> test = result.test();
    List<String> targets = test.get(0).targets();
    for (int j = 0; j < targets.size(); j++) {
      int output = j;
      double[] pit = test.stream().flatMapToDouble(t -> DoubleStream.of(t.pit(output))).toArray();
      figures.add(
          new Block.Figure(
              new PitHistogram(Canvas.of(""))
                  .draw(pit, result.settings().data().fields().isEmpty()),
              "Where the observed values of %s lie in their predictive distributions; flat if"
                      .formatted(targets.get(j))
                  + " calibrated."));
    }
    return figures;
  }

  private static Block.Table all(CrossValidationResult result) {
    PageTable rows = new PageTable("metric", "mean", "sd", "smallest", "largest");
    result
        .scores()
        .forEach(
            (score, spread) -> {
              DoubleSummaryStatistics values =
                  result.runs().stream()
                      .mapToDouble(r -> CrossValidationResult.score(r, score))
                      .summaryStatistics();
              rows.add(
                  score,
                  DoubleStream.of(spread.mean(), spread.sd(), values.getMin(), values.getMax())
                      .mapToObj(NumberText::brief)
                      .toList());
            });
    return rows.table("");
  }
}
