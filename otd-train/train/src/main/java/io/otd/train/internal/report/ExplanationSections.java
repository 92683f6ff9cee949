// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import io.otd.core.internal.text.NumberText;
import io.otd.train.explanation.ColumnEffect;
import io.otd.train.explanation.ColumnImportance;
import io.otd.train.explanation.Estimate;
import io.otd.train.explanation.Explanation;
import io.otd.train.explanation.RowAttribution;
import io.otd.train.explanation.ScoreImportance;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.page.PageTable;
import io.otd.train.internal.plot.BarChart;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Picture;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Why a model predicts what it predicts, in sections of a page.
 *
 * @param explanation what is shown
 * @param rows what its rows are called, such as {@code test rows}
 * @param units of the columns that are numbers, by name; an empty one for none
 */
public record ExplanationSections(Explanation explanation, String rows, Map<String, String> units) {
  /** Number of columns with pictures; a table lists the others. */
  private static final int MOST_COLUMNS = 12;

  /** The sections, possibly none. */
  public List<Page.Section> sections() {
    List<Page.Section> sections = new ArrayList<>();
    for (RowAttribution row : explanation.attributions()) {
      sections.add(new AttributionSection(row, titles()).section());
    }
    explanation.importance().ifPresent(importance -> sections.add(importance(importance)));
    if (!shown().isEmpty()) {
      for (String target : explanation.targets()) {
        sections.add(effects(target));
      }
    }
    return sections;
  }

  private Page.Section importance(ScoreImportance importance) {
    List<BarChart.Bar> bars =
        importance.columns().stream()
            .limit(MOST_COLUMNS)
            .map(
                column ->
                    new BarChart.Bar(
                        column.name(), column.loss().value(), column.loss().standardError()))
            .toList();
    Canvas canvas = Canvas.ofBars("", bars.size());
    String score = importance.byTarget().isEmpty() ? "energy score (CRPS)" : "energy score";
    return Page.Section.of(
        "Importance of the columns",
        new Block.Figures(
            false,
            List.of(
                new Block.Figure(
                    new BarChart(canvas, "increase of the " + score).draw(bars),
                    "By how much the %s, now %s, increases if the cells of a column are permuted among %s %s: mean of %s. Lines: \u00b1 one standard error."
                        .formatted(
                            score,
                            NumberText.brief(importance.score()),
                            NumberText.count(importance.rows()),
                            rows,
                            times(importance.repeats()))))),
        table(importance));
  }

  private static String times(int repeats) {
    return NumberText.counted(repeats, "permutation");
  }

  private Block.Table table(ScoreImportance importance) {
    PageTable rows =
        new PageTable(
            "column",
            "increase",
            "standard error",
            "share",
            importance.byTarget().keySet().stream().map(target -> "CRPS of " + target).toList());
    for (ColumnImportance column : importance.columns()) {
      rows.add(
          column.name(),
          cell(column.loss()),
          NumberText.brief(column.loss().standardError()),
          NumberText.percent(importance.share(column)),
          column.byTarget().values().stream().map(ExplanationSections::cell).toList());
    }
    return rows.table(
        "Share: of the increases of all columns. Bold: more than two standard errors from 0. If two"
            + " columns carry the same information, each may look worthless, because the other is"
            + " still there.");
  }

  private static Block.Cell cell(Estimate loss) {
    return new Block.Cell(
        NumberText.brief(loss.value()), loss.clear() ? Block.Mark.STRONG : Block.Mark.NONE);
  }

  private Page.Section effects(String target) {
    List<ColumnEffect> shown = shown();
    List<Picture> pictures = new ArrayList<>();
    List<Picture> spreads = new ArrayList<>();
    for (ColumnEffect effect : shown) {
      EffectChart chart = new EffectChart(effect, target, titles());
      pictures.add(chart.levels());
      spreads.add(chart.spread());
    }
    return Page.Section.of(
        "Effect of each column on " + target,
        new Block.Panels(
            pictures,
            key(shown, target),
            "Mean and quantiles of the prediction over each column: average over %s %s plus accumulated local effect.%s%s"
                .formatted(
                    NumberText.count(explanation.rows()), rows, missing(shown), leftOut(shown))),
        new Block.Panels(
            spreads,
            Optional.empty(),
            "The same for the standard deviation: where the model is more or less certain."));
  }

  /** Of the curves; bars say what they are. */
  private Optional<Picture> key(List<ColumnEffect> shown, String target) {
    return shown.stream()
        .filter(effect -> effect.scale() != ColumnEffect.Scale.CATEGORY)
        .findFirst()
        .map(effect -> new EffectChart(effect, target, titles()).key());
  }

  private static String missing(List<ColumnEffect> shown) {
    return shown.stream()
            .filter(effect -> effect.scale() != ColumnEffect.Scale.CATEGORY)
            .anyMatch(effect -> effect.places().stream().anyMatch(place -> place.missing()))
        ? " A point at the right is a missing cell."
        : "";
  }

  private static String leftOut(List<ColumnEffect> shown) {
    String parts =
        shown.stream()
            .filter(effect -> effect.leftOut() > 0)
            .map(
                effect ->
                    "%s (%s)"
                        .formatted(effect.column(), NumberText.counted(effect.leftOut(), "row")))
            .collect(Collectors.joining(", "));
    return parts.isEmpty() ? "" : " Without rare categories of " + parts + ".";
  }

  /**
   * Those of the columns that matter most, in the order of the table. The bar of a single category
   * would be its difference from itself.
   */
  private List<ColumnEffect> shown() {
    Map<String, Double> losses =
        explanation.importance().stream()
            .flatMap(importance -> importance.columns().stream())
            .flatMap(c -> c.columns().stream().map(name -> Map.entry(name, c.loss().value())))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    List<ColumnEffect> most =
        explanation.effects().stream()
            .filter(
                effect ->
                    effect.scale() != ColumnEffect.Scale.CATEGORY || effect.places().size() > 1)
            .sorted(
                Comparator.comparingDouble(effect -> -losses.getOrDefault(effect.column(), 0.0)))
            .limit(MOST_COLUMNS)
            .toList();
    return explanation.effects().stream().filter(most::contains).toList();
  }

  private ColumnTitles titles() {
    return new ColumnTitles(units);
  }
}
