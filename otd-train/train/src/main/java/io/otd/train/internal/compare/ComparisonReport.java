// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.compare;

import io.otd.core.internal.text.NumberText;
import io.otd.train.internal.chart.CalibrationCurve;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.page.PageTable;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.report.Score;
import io.otd.train.internal.report.SettingWords;
import io.otd.train.internal.verdict.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The page of a comparison.
 *
 * @param comparison what it shows
 */
public record ComparisonReport(RunComparison comparison) {
  private static final double CLEAR = .05;
  private static final String SCORE = "energy_score";

  /** The contents of the page. */
  public Page page() {
    List<Page.Section> sections = new ArrayList<>();
    sections.add(Page.Section.of("Verdict", new Block.Findings(findings())));
    if (!comparison.headlines().isEmpty()) {
      sections.add(
          Page.Section.of("Scores", scores(comparison.headlines(), ComparisonReport::title)));
    }
    List<Block.Figure> differences = differencesDrawn();
    if (!differences.isEmpty()) {
      sections.add(
          Page.Section.of(
              "Differences",
              new Block.Text(comparison.test() + " Lines are 95 % intervals."),
              new Block.Figures(false, differences)));
    }
    sections.add(Page.Section.of("Calibration", new Block.Figures(false, List.of(calibration()))));
    if (!comparison.differingSettings().isEmpty()) {
      sections.add(Page.Section.of("Settings that differ", settings()));
    }
    sections.add(Page.Section.of("All scores", scores(comparison.scores(), name -> name)).fold());
    if (comparison.others().stream().anyMatch(comparison::paired)) {
      sections.add(Page.Section.of("Paired differences", differences()).fold());
    }
    return new Page(
        String.join(", ", comparison.names()),
        "%s runs side by side".formatted(comparison.runs().size()),
        sections);
  }

  /** Why runs cannot be compared, and how each other run differs from the first. */
  private List<Finding> findings() {
    return Stream.concat(
            comparison.warnings().stream().map(w -> new Finding(Finding.Mark.BAD, w + ".")),
            comparison.others().stream()
                .flatMap(
                    run -> comparison.difference(run, SCORE).map(d -> finding(run, d)).stream()))
        .toList();
  }

  private Finding finding(ComparedRun run, PairedDifference difference) {
    double base = comparison.first().spread(SCORE).mean();
    boolean clear = difference.pValue() < CLEAR;
    boolean better = difference.mean() < 0;
    String how =
        clear
            ? "%s %s than"
                .formatted(
                    NumberText.percent(Math.abs(difference.mean()) / base),
                    better ? "better" : "worse")
            : "not clearly different from";
    return new Finding(
        !clear ? Finding.Mark.NEUTRAL : better ? Finding.Mark.GOOD : Finding.Mark.BAD,
        "%s is %s %s (energy score %s instead of %s, p %s)."
            .formatted(
                run.name(),
                how,
                comparison.first().name(),
                NumberText.brief(run.spread(SCORE).mean()),
                NumberText.brief(base),
                difference.pText()));
  }

  private List<Block.Figure> differencesDrawn() {
    return comparison.headlines().stream()
        .flatMap(
            score ->
                new DifferenceChart(comparison, score, title(score))
                    .picture().map(p -> new Block.Figure(p, "")).stream())
        .toList();
  }

  private static String title(String score) {
    return Score.find(score).map(Score::title).orElse(score);
  }

  private Block.Table scores(List<String> names, UnaryOperator<String> shown) {
    PageTable rows = new PageTable("score", comparison.names());
    for (String score : names) {
      rows.add(
          shown.apply(score), comparison.runs().stream().map(run -> score(run, score)).toList());
    }
    return rows.table(
        "\u2713: the best run, for scores of which less is better. Mean \u00b1 standard deviation"
            + " over folds if there are any; target units.");
  }

  private Block.Cell score(ComparedRun run, String score) {
    String text = run.spread(score).text();
    return comparison.best(run, score)
        ? new Block.Cell("\u2713 " + text, Block.Mark.GOOD)
        : Block.Cell.of(text);
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
                    "%s, p %s".formatted(d.text(), d.pText()),
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

  private static String words(String path, String value) {
    return SettingWords.of(Map.of(path, value)).getOrDefault(path, value);
  }

  private Block.Table settings() {
    PageTable rows = new PageTable("setting", comparison.names());
    comparison
        .differingSettings()
        .forEach(
            (path, values) -> rows.add(path, values.stream().map(v -> words(path, v)).toList()));
    return rows.table("");
  }
}
