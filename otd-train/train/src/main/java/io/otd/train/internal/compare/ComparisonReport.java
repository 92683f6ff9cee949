// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.compare;

import io.otd.core.internal.text.NumberText;
import io.otd.train.internal.chart.CalibrationCurve;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.page.PageTable;
import io.otd.train.internal.plot.Canvas;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/**
 * The page of a comparison.
 *
 * @param comparison what it shows
 */
public record ComparisonReport(RunComparison comparison) {
  private static final double CLEAR = .05;

  /** The contents of the page. */
  public Page page() {
    List<Page.Section> sections = new ArrayList<>();
    List<Block> scores = new ArrayList<>();
    comparison.warnings().forEach(w -> scores.add(new Block.Text(w)));
    scores.add(scores());
    sections.add(new Page.Section("Scores", scores));
    if (comparison.others().stream().anyMatch(comparison::paired)) {
      sections.add(Page.Section.of("Paired differences", differences()));
    }
    sections.add(Page.Section.of("Calibration", new Block.Figures(false, List.of(calibration()))));
    if (!comparison.differingSettings().isEmpty()) {
      sections.add(Page.Section.of("Settings that differ", settings()));
    }
    return new Page(
        String.join(", ", comparison.names()),
        "%s runs side by side".formatted(comparison.runs().size()),
        sections);
  }

  private Block.Table scores() {
    PageTable rows = new PageTable("score", comparison.names());
    for (String score : comparison.scores()) {
      rows.add(
          score,
          comparison.runs().stream()
              .map(run -> run.spread(score))
              .map(spread -> NumberText.withSpread(spread.mean(), spread.sd()))
              .toList());
    }
    return rows.table("Mean \u00b1 standard deviation over folds if there are any; target units.");
  }

  private Block.Table differences() {
    PageTable rows =
        new PageTable("score", comparison.others().stream().map(ComparedRun::name).toList());
    for (String score : comparison.scores()) {
      List<Block.Cell> cells =
          comparison.others().stream().map(run -> difference(run, score)).toList();
      if (cells.stream().anyMatch(cell -> !cell.text().isEmpty())) {
        rows.add(score, cells);
      }
    }
    return rows.table(
        comparison.test() + " Mean \u00b1 standard error; highlighted if p is below 0.05.");
  }

  private Block.Cell difference(ComparedRun run, String score) {
    return comparison
        .difference(run, score)
        .map(
            d ->
                new Block.Cell(
                    "%s, p %s"
                        .formatted(
                            NumberText.withSpread(d.mean(), d.standardError()),
                            NumberText.brief(d.pValue())),
                    d.pValue() < CLEAR ? Block.Mark.STRONG : Block.Mark.NONE))
        .orElse(Block.Cell.of(""));
  }

  private Block.Figure calibration() {
    Map<String, DoubleUnaryOperator> curves = new LinkedHashMap<>();
    comparison.runs().forEach(run -> curves.put(run.name(), run::coverage));
    return new Block.Figure(
        new CalibrationCurve(Canvas.of("")).draw(curves),
        "Share of observed values inside central intervals, all test rows together. Below the"
            + " diagonal the intervals are too narrow, above it too wide.");
  }

  private Block.Table settings() {
    PageTable rows = new PageTable("setting", comparison.names());
    comparison.differingSettings().forEach(rows::add);
    return rows.table("");
  }
}
