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
import io.otd.train.internal.result.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An explanation for programs: maps, lists, numbers and texts. Rows are numbered from 1. What does
 * not apply is left out.
 */
public final class ExplanationJson {
  private ExplanationJson() {}

  /** The whole explanation. */
  public static Map<String, Object> of(Explanation explanation) {
    return new JsonObject()
        .with("targets", explanation.targets())
        .with("rows", explanation.rows())
        .with("draws", explanation.draws())
        .with("importance", explanation.importance().map(ExplanationJson::of))
        .with("effects", each(explanation.effects(), ExplanationJson::of))
        .with("attributions", each(explanation.attributions(), ExplanationJson::of))
        .with("notes", explanation.notes())
        .tree();
  }

  private static JsonObject of(ScoreImportance importance) {
    return new JsonObject()
        .with("rows", importance.rows())
        .with("repeats", importance.repeats())
        .with("energy_score", importance.score())
        .with("crps_by_target", some(importance.byTarget()))
        .with("columns", each(importance.columns(), ExplanationJson::of));
  }

  private static JsonObject of(ColumnImportance column) {
    return with(
            new JsonObject().with("name", column.name()).with("columns", column.columns()),
            "loss",
            column.loss())
        .with("sd_between_repeats", column.repeatDeviation())
        .with(
            "by_target",
            some(each(column.byTarget(), loss -> with(new JsonObject(), "loss", loss))));
  }

  private static JsonObject with(JsonObject json, String name, Estimate estimate) {
    return json.with(name, estimate.value()).with("standard_error", estimate.standardError());
  }

  private static JsonObject of(ColumnEffect effect) {
    return new JsonObject()
        .with("column", effect.column())
        .with("scale", effect.scale().name().toLowerCase(Locale.ROOT))
        .with("places", each(effect.places(), ExplanationJson::of))
        .with("rows_left_out", effect.leftOut() > 0 ? effect.leftOut() : null)
        .with("targets", each(effect.targets(), ExplanationJson::of));
  }

  private static JsonObject of(ColumnEffect.Place place) {
    return new JsonObject()
        .with("value", place.label())
        .with("at", Double.isNaN(place.at()) ? null : place.at())
        .with("rows", place.rows())
        .with("missing", place.missing());
  }

  private static JsonObject of(EffectCurves curves) {
    JsonObject json =
        new JsonObject().with("mean", of(curves.mean())).with("sd", of(curves.standardDeviation()));
    curves.quantiles().forEach((level, curve) -> json.with("q" + level, of(curve)));
    return json;
  }

  private static JsonObject of(EffectCurves.Curve curve) {
    return new JsonObject().with("average", curve.average()).with("effect", curve.effects());
  }

  private static JsonObject of(RowAttribution row) {
    return new JsonObject()
        .with("row", row.row() + 1)
        .with("cells", row.cells())
        .with("pairs", row.pairs())
        .with("background_rows", row.backgroundRows())
        .with("targets", each(row.targets(), ExplanationJson::of));
  }

  private static JsonObject of(RowAttribution.OfTarget target) {
    return new JsonObject().with("mean", of(target.mean())).with("sd", of(target.spread()));
  }

  private static JsonObject of(Attribution attribution) {
    return new JsonObject()
        .with("base", attribution.base())
        .with("prediction", attribution.prediction())
        .with(
            "shares",
            each(
                attribution.shares(),
                share ->
                    with(new JsonObject().with("name", share.name()), "value", share.value())));
  }

  private static <T> List<JsonObject> each(List<T> values, Function<T, JsonObject> json) {
    return values.stream().map(json).toList();
  }

  private static <T> Map<String, JsonObject> each(
      Map<String, T> values, Function<T, JsonObject> json) {
    Map<String, JsonObject> each = new LinkedHashMap<>();
    values.forEach((name, value) -> each.put(name, json.apply(value)));
    return each;
  }

  private static <T> @Nullable Map<String, T> some(Map<String, T> values) {
    return values.isEmpty() ? null : values;
  }
}
