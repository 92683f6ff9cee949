// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.uci;

import io.otd.paper.experiment.Scale;
import io.otd.paper.realdata.Recipe;
import io.otd.paper.realdata.RecipeResult;
import io.otd.train.explanation.Estimate;
import io.otd.train.internal.crossvalidation.CrossValidationResult;
import io.otd.train.internal.result.JsonObject;
import io.otd.train.settings.SettingsJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Results of the standard protocol, compared with published ones.
 *
 * @param scale how much of it was done
 * @param entries by data set, then by recipe
 * @param published figures of others
 */
public record UciResult(Scale scale, List<RecipeResult> entries, List<Published> published) {
  private static final int FORMAT = 1;

  /** Splits of the protocol: with fewer, nothing is judged. */
  private static final int SPLITS = 20;

  /** Keeps the lists. */
  public UciResult {
    entries = List.copyOf(entries);
    published = List.copyOf(published);
  }

  /** Whether splits diverged, so that their scores are missing. */
  public boolean incomplete() {
    return entries.stream().anyMatch(e -> !e.problems().isEmpty());
  }

  /** Runs whose likelihood is by the density of the output law. */
  static int analytic(RecipeResult entry) {
    return (int)
        entry.runs().stream().filter(r -> r.scores().containsKey(SplitMeasure.ANALYTIC)).count();
  }

  /** Names of the data sets, in order. */
  List<String> sets() {
    return entries.stream().map(RecipeResult::table).distinct().toList();
  }

  /** The results of the recipes on a data set. */
  List<RecipeResult> of(String set) {
    return entries.stream().filter(e -> e.table().equals(set)).toList();
  }

  /**
   * On which sets a method is at or ahead of the best published figure.
   *
   * @param recipe the method
   * @param measure by what
   * @param foundation whether models that were trained on other tables count, too
   * @param reached names of the sets where it is
   * @param missed names of the others that have a published figure
   */
  record Standing(
      String recipe,
      SplitMeasure measure,
      boolean foundation,
      List<String> reached,
      List<String> missed) {
    /** As a sentence. */
    String statement() {
      int of = reached.size() + missed.size();
      return "%s: %s at or below the best published%s on %s of %s%s"
          .formatted(
              recipe,
              measure.title(),
              foundation ? ", foundation models included," : ", trained on the set alone,",
              reached.size(),
              of,
              missed.isEmpty() ? "" : ", not on " + String.join(", ", missed));
    }
  }

  /** All standings; none if the protocol was cut short. */
  List<Standing> standings() {
    if (scale != Scale.PAPER || entries.stream().anyMatch(e -> e.folds() < SPLITS)) {
      return List.of();
    }
    List<Standing> all = new ArrayList<>();
    for (Recipe recipe : entries.stream().map(RecipeResult::recipe).distinct().toList()) {
      for (SplitMeasure measure : SplitMeasure.values()) {
        for (boolean foundation : new boolean[] {false, true}) {
          Standing standing = standing(recipe, measure, foundation);
          if (!standing.reached().isEmpty() || !standing.missed().isEmpty()) {
            all.add(standing);
          }
        }
      }
    }
    return all;
  }

  Standing standing(Recipe recipe, SplitMeasure measure, boolean foundation) {
    List<Published> others = published.stream().filter(p -> foundation || !p.foundation()).toList();
    List<String> reached = new ArrayList<>();
    List<String> missed = new ArrayList<>();
    for (RecipeResult entry : entries) {
      Optional<Double> best = Published.best(others, entry.table(), measure);
      Optional<Estimate> ours = measure.mean(entry);
      if (entry.recipe().equals(recipe) && best.isPresent() && ours.isPresent()) {
        (ours.get().value() <= best.get() ? reached : missed).add(entry.table());
      }
    }
    return new Standing(recipe.label(), measure, foundation, reached, missed);
  }

  /**
   * Everything as a tree of maps, lists, numbers and texts.
   *
   * @param origin where and with what
   */
  public Map<String, Object> json(Map<String, String> origin) {
    return new JsonObject()
        .with("format", FORMAT)
        .with("experiment", "uci")
        .with("scale", scale.label())
        .with("runs", entries.stream().map(UciResult::json).toList())
        .with("standings", standings().stream().map(Standing::statement).toList())
        .with("published", published)
        .with("sources", Published.sources())
        .with("origin", origin)
        .tree();
  }

  private static JsonObject json(RecipeResult entry) {
    Map<String, Double> mean = new LinkedHashMap<>();
    Map<String, Double> error = new LinkedHashMap<>();
    Map<String, double[]> bySplit = new LinkedHashMap<>();
    for (SplitMeasure measure : SplitMeasure.values()) {
      String name = measure.name().toLowerCase(Locale.ROOT);
      Optional<Estimate> estimate = measure.mean(entry);
      estimate.ifPresent(v -> mean.put(name, v.value()));
      estimate.ifPresent(v -> error.put(name, v.standardError()));
      measure.values(entry).ifPresent(v -> bySplit.put(name, v));
    }
    return new JsonObject()
        .with("data_set", entry.table())
        .with("recipe", entry.recipe().name())
        .with("rows", entry.rows())
        .with("splits", entry.folds())
        .with("seeds", List.copyOf(entry.seeds().keySet()))
        .with("mean", mean)
        .with("standard_error", error)
        .with("by_split", bySplit)
        .with("runs", entry.runs().size())
        .with("runs_with_density", analytic(entry))
        .with(
            "seconds",
            entry.seeds().values().stream().mapToDouble(CrossValidationResult::seconds).sum())
        .with("problems", entry.problems())
        .with("settings", SettingsJson.of(entry.first().settings()));
  }
}
