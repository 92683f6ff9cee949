// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import io.otd.train.explanation.Attribution;
import io.otd.train.explanation.ColumnEffect;
import io.otd.train.explanation.ColumnImportance;
import io.otd.train.explanation.EffectCurves;
import io.otd.train.explanation.Explanation;
import io.otd.train.explanation.RowAttribution;
import io.otd.train.explanation.ScoreImportance;
import io.otd.train.internal.result.AlignedText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * An explanation as small tables; {@code --json} has all of it.
 *
 * @param explanation what is told
 * @param data name of the table
 */
record ExplanationText(Explanation explanation, String data) {
  /** Lines for a reader. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s: %d rows, %d draws each".formatted(data, explanation.rows(), explanation.draws()));
    explanation.importance().ifPresent(importance -> importance(importance, lines));
    for (String target :
        explanation.effects().isEmpty() ? List.<String>of() : explanation.targets()) {
      effects(target, lines);
    }
    explanation.attributions().forEach(row -> row(row, lines));
    return lines;
  }

  private static void importance(ScoreImportance importance, List<String> lines) {
    lines.add("");
    lines.add(
        "Importance: loss of the energy score, now %s (target units)"
            .formatted(number(importance.score())));
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("  column", "loss", "std. error", "share"));
    for (ColumnImportance column : importance.columns()) {
      rows.add(
          List.of(
              "  " + column.name(),
              number(column.loss().value()),
              number(column.loss().standardError()),
              importance.score() > 0
                  ? String.format(
                      Locale.ROOT, "%.1f %%", 100 * column.loss().value() / importance.score())
                  : ""));
    }
    lines.addAll(AlignedText.lines(rows));
  }

  private void effects(String target, List<String> lines) {
    lines.add("");
    lines.add("Effects on " + target + ": the lowest and the highest over the column");
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("  column", "mean, from", "at", "to", "at", "sd, from", "to"));
    for (ColumnEffect effect : explanation.effects()) {
      EffectCurves curves = effect.targets().get(target);
      if (curves != null) {
        List<Double> levels = curves.mean().levels();
        List<Double> spreads = curves.standardDeviation().levels();
        int low = levels.indexOf(Collections.min(levels));
        int high = levels.indexOf(Collections.max(levels));
        rows.add(
            List.of(
                "  " + effect.column(),
                number(levels.get(low)),
                label(effect, low),
                number(levels.get(high)),
                label(effect, high),
                number(Collections.min(spreads)),
                number(Collections.max(spreads))));
      }
    }
    lines.addAll(AlignedText.lines(rows));
  }

  private static String label(ColumnEffect effect, int place) {
    ColumnEffect.Place at = effect.places().get(place);
    return at.missing() ? "(missing)" : at.label();
  }

  private static void row(RowAttribution row, List<String> lines) {
    row.targets()
        .forEach(
            (target, parts) -> {
              lines.add("");
              lines.add("Row %d, %s".formatted(row.row() + 1, target));
              lines.addAll(AlignedText.lines(shares(row, parts)));
            });
  }

  private static List<List<String>> shares(RowAttribution row, RowAttribution.OfTarget parts) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("  column", "cell", "mean", "std. error", "sd", "std. error"));
    rows.add(
        List.of(
            "  (background)",
            "",
            number(parts.mean().base()),
            "",
            number(parts.spread().base()),
            ""));
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
          List.of(
              "  " + mean.name(),
              row.cells().getOrDefault(mean.name(), ""),
              signed(mean.value().value()),
              number(mean.value().standardError()),
              signed(spread.value().value()),
              number(spread.value().standardError())));
    }
    rows.add(
        List.of(
            "  (prediction)",
            "",
            number(parts.mean().prediction()),
            "",
            number(parts.spread().prediction()),
            ""));
    return rows;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }

  private static String signed(double value) {
    return String.format(Locale.ROOT, "%+.4g", value);
  }
}
