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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * An explanation for programs: maps, lists, numbers and texts. Rows are numbered from 1. What does
 * not apply is left out.
 */
public final class ExplanationJson {
  private ExplanationJson() {}

  /** The whole explanation. */
  public static Map<String, Object> of(Explanation explanation) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("targets", explanation.targets());
    json.put("rows", explanation.rows());
    json.put("draws", explanation.draws());
    explanation.importance().ifPresent(importance -> json.put("importance", of(importance)));
    json.put("effects", each(explanation.effects(), ExplanationJson::of));
    json.put("attributions", each(explanation.attributions(), ExplanationJson::of));
    json.put("notes", explanation.notes());
    return json;
  }

  private static Map<String, Object> of(ScoreImportance importance) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rows", importance.rows());
    json.put("repeats", importance.repeats());
    json.put("energy_score", importance.score());
    if (!importance.byTarget().isEmpty()) {
      json.put("crps_by_target", importance.byTarget());
    }
    json.put("columns", each(importance.columns(), ExplanationJson::of));
    return json;
  }

  private static Map<String, Object> of(ColumnImportance column) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", column.name());
    json.put("columns", column.columns());
    json.putAll(of("loss", column.loss()));
    json.put("sd_between_repeats", column.repeatDeviation());
    if (!column.byTarget().isEmpty()) {
      json.put("by_target", each(column.byTarget(), loss -> of("loss", loss)));
    }
    return json;
  }

  private static Map<String, Object> of(String name, Estimate estimate) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put(name, estimate.value());
    json.put("standard_error", estimate.standardError());
    return json;
  }

  private static Map<String, Object> of(ColumnEffect effect) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("column", effect.column());
    json.put("scale", effect.scale().name().toLowerCase(Locale.ROOT));
    json.put("places", each(effect.places(), ExplanationJson::of));
    if (effect.leftOut() > 0) {
      json.put("rows_left_out", effect.leftOut());
    }
    json.put("targets", each(effect.targets(), ExplanationJson::of));
    return json;
  }

  private static Map<String, Object> of(ColumnEffect.Place place) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("value", place.label());
    if (!Double.isNaN(place.at())) {
      json.put("at", place.at());
    }
    json.put("rows", place.rows());
    json.put("missing", place.missing());
    return json;
  }

  private static Map<String, Object> of(EffectCurves curves) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("mean", of(curves.mean()));
    json.put("sd", of(curves.standardDeviation()));
    curves.quantiles().forEach((level, curve) -> json.put("q" + level, of(curve)));
    return json;
  }

  private static Map<String, Object> of(EffectCurves.Curve curve) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("average", curve.average());
    json.put("effect", curve.effects());
    return json;
  }

  private static Map<String, Object> of(RowAttribution row) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("row", row.row() + 1);
    json.put("cells", row.cells());
    json.put("pairs", row.pairs());
    json.put("background_rows", row.backgroundRows());
    json.put("targets", each(row.targets(), ExplanationJson::of));
    return json;
  }

  private static Map<String, Object> of(RowAttribution.OfTarget target) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("mean", of(target.mean()));
    json.put("sd", of(target.spread()));
    return json;
  }

  private static Map<String, Object> of(Attribution attribution) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("base", attribution.base());
    json.put("prediction", attribution.prediction());
    json.put("shares", each(attribution.shares(), ExplanationJson::of));
    return json;
  }

  private static Map<String, Object> of(Attribution.Share share) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", share.name());
    json.putAll(of("value", share.value()));
    return json;
  }

  private static <T> List<Map<String, Object>> each(
      List<T> values, Function<T, Map<String, Object>> json) {
    return values.stream().map(json).toList();
  }

  private static <T> Map<String, Object> each(
      Map<String, T> values, Function<T, Map<String, Object>> json) {
    Map<String, Object> each = new LinkedHashMap<>();
    values.forEach((name, value) -> each.put(name, json.apply(value)));
    return each;
  }
}
