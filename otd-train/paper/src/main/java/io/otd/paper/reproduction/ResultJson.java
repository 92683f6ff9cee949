// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.reproduction;

import io.otd.paper.experiment.Bound;
import io.otd.paper.experiment.ResultTable;
import io.otd.paper.experiment.SeedMeans;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.result.JsonObject;
import io.otd.train.internal.result.Spread;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** A result in the form of its JSON file. */
public final class ResultJson {
  private static final int FORMAT = 1;

  private ResultJson() {}

  /**
   * The tree.
   *
   * @param result what was found
   * @param origin where and with what
   */
  public static Map<String, Object> of(ExperimentResult result, Map<String, String> origin) {
    SeedMeans means = result.means();
    return new JsonObject()
        .with("format", FORMAT)
        .with("experiment", result.experiment().id())
        .with("scale", result.scale().label())
        .with("seeds", result.seeds())
        .with("seconds", result.seconds())
        .with("accepted", result.accepted())
        .with("variants", result.variants().stream().map(v -> json(v, means, result)).toList())
        .with("comparisons", result.comparisons().stream().map(ResultJson::json).toList())
        .with("claims", result.claims())
        .with("pictures", result.figures().stream().map(f -> f.file() + ".png").toList())
        .with("tables", result.tables().stream().map(ResultJson::json).toList())
        .with("origin", origin)
        .tree();
  }

  private static JsonObject json(Variant variant, SeedMeans means, ExperimentResult result) {
    Map<String, Spread> spreads = means.byVariant().getOrDefault(variant.name(), Map.of());
    return new JsonObject()
        .with("name", variant.name())
        .with("label", variant.label())
        .with("settings", variant.described())
        .with("mean", each(spreads, Spread::mean))
        .with("sd", each(spreads, Spread::sd))
        .with("runs", result.runs(variant.name()).stream().map(ResultJson::json).toList());
  }

  private static Map<String, Double> each(
      Map<String, Spread> spreads, ToDoubleFunction<Spread> of) {
    Map<String, Double> values = new LinkedHashMap<>();
    spreads.forEach((measure, spread) -> values.put(measure, of.applyAsDouble(spread)));
    return values;
  }

  private static JsonObject json(Trained run) {
    return new JsonObject()
        .with("seed", run.seed())
        .with("seconds", run.seconds())
        .with("measures", run.measures());
  }

  private static JsonObject json(Comparison c) {
    Optional<Spread> ours = Optional.ofNullable(c.ours());
    return new JsonObject()
        .with("variant", c.reference().variant())
        .with("measure", c.reference().measure())
        .with("ours", ours.map(Spread::mean))
        .with("ours_sd", ours.map(Spread::sd))
        .with("paper", c.reference().paper())
        .with("jax", c.reference().peer())
        .with("accepted", Optional.ofNullable(c.bound()).map(Bound::text))
        .with("verdict", c.verdict().name().toLowerCase(Locale.ROOT));
  }

  private static JsonObject json(ResultTable table) {
    return new JsonObject()
        .with("title", table.title())
        .with("head", table.table().head())
        .with(
            "rows",
            table.table().rows().stream()
                .map(row -> row.stream().map(Block.Cell::text).toList())
                .toList());
  }
}
