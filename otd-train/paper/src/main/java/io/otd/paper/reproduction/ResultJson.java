package io.otd.paper.reproduction;

import io.otd.paper.experiment.Claim;
import io.otd.paper.experiment.ResultTable;
import io.otd.paper.experiment.SeedMeans;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import io.otd.train.report.Block;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A result as a tree of maps, lists, numbers and strings. */
public final class ResultJson {
  private ResultJson() {}

  /**
   * The tree.
   *
   * @param result what was found
   * @param origin where and with what
   */
  public static Map<String, Object> of(ExperimentResult result, Map<String, String> origin) {
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("format", 1);
    root.put("experiment", result.experiment().id());
    root.put("scale", name(result.scale()));
    root.put("seeds", result.seeds());
    root.put("seconds", result.seconds());
    root.put("accepted", result.accepted());
    root.put("variants", variants(result));
    root.put("comparisons", comparisons(result));
    root.put("claims", claims(result));
    root.put("pictures", result.figures().stream().map(p -> p.file() + ".png").toList());
    root.put("tables", result.tables().stream().map(ResultJson::table).toList());
    root.put("origin", origin);
    return root;
  }

  private static List<Object> variants(ExperimentResult result) {
    SeedMeans means = result.means();
    List<Object> variants = new ArrayList<>();
    for (Variant variant : result.variants()) {
      Map<String, Object> mean = new LinkedHashMap<>();
      Map<String, Object> sd = new LinkedHashMap<>();
      means
          .byVariant()
          .getOrDefault(variant.name(), Map.of())
          .forEach(
              (measure, spread) -> {
                mean.put(measure, spread.mean());
                sd.put(measure, spread.sd());
              });
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("name", variant.name());
      entry.put("label", variant.label());
      entry.put("settings", variant.described());
      entry.put("mean", mean);
      entry.put("sd", sd);
      entry.put("runs", result.runs(variant.name()).stream().map(ResultJson::run).toList());
      variants.add(entry);
    }
    return variants;
  }

  private static Map<String, Object> run(Trained run) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("seed", run.seed());
    entry.put("seconds", run.seconds());
    entry.put("measures", run.measures());
    return entry;
  }

  private static List<Object> comparisons(ExperimentResult result) {
    List<Object> all = new ArrayList<>();
    for (Comparison c : result.comparisons()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("variant", c.reference().variant());
      entry.put("measure", c.reference().measure());
      if (c.ours() != null) {
        entry.put("ours", c.ours().mean());
        entry.put("ours_sd", c.ours().sd());
      }
      entry.put("paper", c.reference().paper());
      entry.put("jax", c.reference().peer());
      if (c.bound() != null) {
        entry.put("accepted", c.bound().text());
      }
      entry.put("verdict", name(c.verdict()));
      all.add(entry);
    }
    return all;
  }

  private static List<Object> claims(ExperimentResult result) {
    List<Object> all = new ArrayList<>();
    for (Claim claim : result.claims()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("statement", claim.statement());
      entry.put("holds", claim.holds());
      all.add(entry);
    }
    return all;
  }

  private static Map<String, Object> table(ResultTable listing) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("title", listing.title());
    entry.put("head", listing.table().head());
    entry.put(
        "rows",
        listing.table().rows().stream()
            .map(row -> row.stream().map(Block.Cell::text).toList())
            .toList());
    return entry;
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(java.util.Locale.ROOT);
  }
}
