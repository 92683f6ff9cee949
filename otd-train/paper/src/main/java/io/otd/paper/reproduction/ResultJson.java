// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.reproduction;

import io.otd.paper.experiment.Claim;
import io.otd.paper.experiment.ResultTable;
import io.otd.paper.experiment.SeedMeans;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.result.JsonText;
import io.otd.train.internal.result.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** A result in the form of its JSON file. */
public final class ResultJson {
  private static final int FORMAT = 1;

  private ResultJson() {}

  private record Document(
      int format,
      String experiment,
      String scale,
      List<Long> seeds,
      double seconds,
      boolean accepted,
      List<OfVariant> variants,
      List<Compared> comparisons,
      List<Claim> claims,
      List<String> pictures,
      List<Listed> tables,
      Map<String, String> origin) {}

  private record OfVariant(
      String name,
      String label,
      Map<String, String> settings,
      Map<String, Double> mean,
      Map<String, Double> sd,
      List<Run> runs) {}

  private record Run(long seed, double seconds, Map<String, Double> measures) {}

  private record Compared(
      String variant,
      String measure,
      @Nullable Double ours,
      @Nullable Double oursSd,
      String paper,
      String jax,
      @Nullable String accepted,
      String verdict) {}

  private record Listed(String title, List<String> head, List<List<String>> rows) {}

  /**
   * The tree.
   *
   * @param result what was found
   * @param origin where and with what
   */
  public static Map<String, Object> of(ExperimentResult result, Map<String, String> origin) {
    SeedMeans means = result.means();
    return JsonText.tree(
        new Document(
            FORMAT,
            result.experiment().id(),
            name(result.scale()),
            result.seeds(),
            result.seconds(),
            result.accepted(),
            result.variants().stream().map(v -> variant(v, means, result)).toList(),
            result.comparisons().stream().map(ResultJson::compared).toList(),
            result.claims(),
            result.figures().stream().map(f -> f.file() + ".png").toList(),
            result.tables().stream().map(ResultJson::listed).toList(),
            origin));
  }

  private static OfVariant variant(Variant variant, SeedMeans means, ExperimentResult result) {
    Map<String, Spread> spreads = means.byVariant().getOrDefault(variant.name(), Map.of());
    return new OfVariant(
        variant.name(),
        variant.label(),
        variant.described(),
        each(spreads, Spread::mean),
        each(spreads, Spread::sd),
        result.runs(variant.name()).stream().map(ResultJson::run).toList());
  }

  private static Map<String, Double> each(
      Map<String, Spread> spreads, ToDoubleFunction<Spread> of) {
    Map<String, Double> values = new LinkedHashMap<>();
    spreads.forEach((measure, spread) -> values.put(measure, of.applyAsDouble(spread)));
    return values;
  }

  private static Run run(Trained run) {
    return new Run(run.seed(), run.seconds(), run.measures());
  }

  private static Compared compared(Comparison c) {
    return new Compared(
        c.reference().variant(),
        c.reference().measure(),
        c.ours() == null ? null : c.ours().mean(),
        c.ours() == null ? null : c.ours().sd(),
        c.reference().paper(),
        c.reference().peer(),
        c.bound() == null ? null : c.bound().text(),
        name(c.verdict()));
  }

  private static Listed listed(ResultTable table) {
    return new Listed(
        table.title(),
        table.table().head(),
        table.table().rows().stream()
            .map(row -> row.stream().map(Block.Cell::text).toList())
            .toList());
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
