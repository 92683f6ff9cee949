// SPDX-License-Identifier: Apache-2.0
package io.otd.app.explain;

import io.otd.core.internal.text.NumberText;
import io.otd.train.explanation.Attribution;
import io.otd.train.explanation.ColumnEffect;
import io.otd.train.explanation.ColumnImportance;
import io.otd.train.explanation.EffectCurves;
import io.otd.train.explanation.Explanation;
import io.otd.train.explanation.RowAttribution;
import io.otd.train.explanation.ScoreImportance;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.page.PageTable;
import io.otd.train.internal.page.TerminalReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An explanation as small tables; {@code --json} has all of it.
 *
 * @param data name of the table
 */
record ExplanationText(Explanation explanation, String data) {
  /** Lines for a reader. */
  List<String> lines() {
    List<Page.Section> sections = new ArrayList<>();
    explanation.importance().ifPresent(importance -> sections.add(importance(importance)));
    if (!explanation.effects().isEmpty()) {
      explanation.targets().forEach(target -> sections.add(effects(target)));
    }
    for (RowAttribution row : explanation.attributions()) {
      row.targets().forEach((target, parts) -> sections.add(attribution(row, target, parts)));
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s: %s, %s each"
            .formatted(
                data,
                NumberText.counted(explanation.rows(), "row"),
                NumberText.counted(explanation.draws(), "draw")));
    lines.add("");
    lines.addAll(TerminalReport.lines(new Page("", "", sections)));
    return lines.subList(0, lines.size() - 1); // without the trailing empty line
  }

  private static Page.Section importance(ScoreImportance importance) {
    PageTable rows = new PageTable("column", "increase", "std. error", "share");
    for (ColumnImportance column : importance.columns()) {
      rows.add(
          column.name(),
          NumberText.brief(column.loss().value()),
          NumberText.brief(column.loss().standardError()),
          NumberText.percent(importance.share(column)));
    }
    return Page.Section.of(
        "Importance: by how much the energy score, now %s, increases without the column"
            .formatted(NumberText.brief(importance.score())),
        rows.table(""));
  }

  private Page.Section effects(String target) {
    PageTable rows =
        new PageTable(
            "column", "lowest mean", "at", "highest mean", "at", "lowest sd", "highest sd");
    for (ColumnEffect effect : explanation.effects()) {
      EffectCurves curves = effect.targets().get(target);
      if (curves != null) {
        List<Double> levels = curves.mean().levels();
        List<Double> spreads = curves.standardDeviation().levels();
        int low = levels.indexOf(Collections.min(levels));
        int high = levels.indexOf(Collections.max(levels));
        rows.add(
            effect.column(),
            NumberText.brief(levels.get(low)),
            label(effect, low),
            NumberText.brief(levels.get(high)),
            label(effect, high),
            NumberText.brief(Collections.min(spreads)),
            NumberText.brief(Collections.max(spreads)));
      }
    }
    return Page.Section.of("Effect of each column on " + target, rows.table(""));
  }

  private static String label(ColumnEffect effect, int place) {
    ColumnEffect.Place at = effect.places().get(place);
    return at.missing() ? "(missing)" : at.label();
  }

  private static Page.Section attribution(
      RowAttribution row, String target, RowAttribution.OfTarget parts) {
    PageTable rows = new PageTable("column", "cell", "mean", "std. error", "sd", "std. error");
    rows.add(
        "(background)",
        "",
        NumberText.brief(parts.mean().base()),
        "",
        NumberText.brief(parts.spread().base()),
        "");
    List<Attribution.Share> means = parts.mean().shares();
    List<Integer> order =
        IntStream.range(0, means.size())
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -Math.abs(means.get(i).value().value())))
            .toList();
    for (int i : order) {
      Attribution.Share mean = means.get(i);
      Attribution.Share spread = parts.spread().shares().get(i);
      rows.add(
          mean.name(),
          row.cells().getOrDefault(mean.name(), ""),
          NumberText.signed(mean.value().value()),
          NumberText.brief(mean.value().standardError()),
          NumberText.signed(spread.value().value()),
          NumberText.brief(spread.value().standardError()));
    }
    rows.add(
        "(prediction)",
        "",
        NumberText.brief(parts.mean().prediction()),
        "",
        NumberText.brief(parts.spread().prediction()),
        "");
    return Page.Section.of("Row %s, %s".formatted(row.row() + 1, target), rows.table(""));
  }
}
