// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import io.otd.train.explanation.Attribution;
import io.otd.train.explanation.ColumnEffect;
import io.otd.train.explanation.ColumnImportance;
import io.otd.train.explanation.EffectCurves;
import io.otd.train.explanation.Estimate;
import io.otd.train.explanation.Explanation;
import io.otd.train.explanation.RowAttribution;
import io.otd.train.explanation.ScoreImportance;
import io.otd.train.internal.result.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An explanation for programs: maps, lists, numbers and texts. Rows are numbered from 1. The
 * records below are the document; null components are left out.
 */
public final class ExplanationJson {
  private ExplanationJson() {}

  private record Document(
      List<String> targets,
      int rows,
      int draws,
      @Nullable Importance importance,
      List<Effect> effects,
      List<OfRow> attributions,
      List<String> notes) {}

  private record Importance(
      int rows,
      int repeats,
      double energyScore,
      @Nullable Map<String, Double> crpsByTarget,
      List<OfColumn> columns) {}

  private record OfColumn(
      String name,
      List<String> columns,
      double loss,
      double standardError,
      double sdBetweenRepeats,
      @Nullable Map<String, Loss> byTarget) {}

  private record Loss(double loss, double standardError) {
    static Loss of(Estimate estimate) {
      return new Loss(estimate.value(), estimate.standardError());
    }
  }

  private record Effect(
      String column,
      String scale,
      List<Place> places,
      @Nullable Integer rowsLeftOut,
      Map<String, Map<String, Curve>> targets) {}

  private record Place(String value, @Nullable Double at, int rows, boolean missing) {}

  private record Curve(double average, List<Double> effect) {
    static Curve of(EffectCurves.Curve curve) {
      return new Curve(curve.average(), curve.effects());
    }
  }

  private record OfRow(
      int row,
      Map<String, String> cells,
      int pairs,
      int backgroundRows,
      Map<String, OfTarget> targets) {}

  private record OfTarget(Shares mean, Shares sd) {}

  private record Shares(double base, double prediction, List<Share> shares) {}

  private record Share(String name, double value, double standardError) {}

  /** The whole explanation. */
  public static Map<String, Object> of(Explanation explanation) {
    return JsonText.tree(
        new Document(
            explanation.targets(),
            explanation.rows(),
            explanation.draws(),
            explanation.importance().map(ExplanationJson::of).orElse(null),
            explanation.effects().stream().map(ExplanationJson::of).toList(),
            explanation.attributions().stream().map(ExplanationJson::of).toList(),
            explanation.notes()));
  }

  private static Importance of(ScoreImportance importance) {
    return new Importance(
        importance.rows(),
        importance.repeats(),
        importance.score(),
        unlessEmpty(importance.byTarget()),
        importance.columns().stream().map(ExplanationJson::of).toList());
  }

  private static OfColumn of(ColumnImportance column) {
    return new OfColumn(
        column.name(),
        column.columns(),
        column.loss().value(),
        column.loss().standardError(),
        column.repeatDeviation(),
        unlessEmpty(each(column.byTarget(), Loss::of)));
  }

  private static Effect of(ColumnEffect effect) {
    return new Effect(
        effect.column(),
        effect.scale().name().toLowerCase(Locale.ROOT),
        effect.places().stream().map(ExplanationJson::of).toList(),
        effect.leftOut() > 0 ? effect.leftOut() : null,
        each(effect.targets(), ExplanationJson::of));
  }

  private static Place of(ColumnEffect.Place place) {
    return new Place(
        place.label(), Double.isNaN(place.at()) ? null : place.at(), place.rows(), place.missing());
  }

  private static Map<String, Curve> of(EffectCurves curves) {
    Map<String, Curve> json = new LinkedHashMap<>();
    json.put("mean", Curve.of(curves.mean()));
    json.put("sd", Curve.of(curves.standardDeviation()));
    curves.quantiles().forEach((level, curve) -> json.put("q" + level, Curve.of(curve)));
    return json;
  }

  private static OfRow of(RowAttribution row) {
    return new OfRow(
        row.row() + 1,
        row.cells(),
        row.pairs(),
        row.backgroundRows(),
        each(row.targets(), t -> new OfTarget(of(t.mean()), of(t.spread()))));
  }

  private static Shares of(Attribution attribution) {
    return new Shares(
        attribution.base(),
        attribution.prediction(),
        attribution.shares().stream()
            .map(s -> new Share(s.name(), s.value().value(), s.value().standardError()))
            .toList());
  }

  private static <T> @Nullable Map<String, T> unlessEmpty(Map<String, T> values) {
    return values.isEmpty() ? null : values;
  }

  private static <T, J> Map<String, J> each(Map<String, T> values, Function<T, J> json) {
    Map<String, J> each = new LinkedHashMap<>();
    values.forEach((name, value) -> each.put(name, json.apply(value)));
    return each;
  }
}
