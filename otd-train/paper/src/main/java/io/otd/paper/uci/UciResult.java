// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.uci;

import io.otd.paper.experiment.Scale;
import io.otd.paper.realdata.Recipe;
import io.otd.paper.realdata.RecipeRuns;
import io.otd.train.internal.crossvalidation.CrossValidationResult;
import io.otd.train.internal.result.JsonObject;
import io.otd.train.internal.result.Samples;
import io.otd.train.internal.result.StoredRun;
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
public record UciResult(Scale scale, List<Entry> entries, List<Published> published) {
  private static final int FORMAT = 1;

  /** Splits of the protocol: with fewer, nothing is judged. */
  private static final int SPLITS = 20;

  /** Keeps the lists. */
  public UciResult {
    entries = List.copyOf(entries);
    published = List.copyOf(published);
  }

  /**
   * One method on one data set.
   *
   * @param set name of the data set
   * @param recipe the method
   * @param seeds results of the splits, by seed of the training; all of the same splits
   */
  public record Entry(String set, Recipe recipe, Map<Long, CrossValidationResult> seeds) {
    /** Keeps the order. */
    public Entry {
      seeds = new LinkedHashMap<>(seeds);
    }

    /** The splits that were run. */
    int splits() {
      return first().folds().size();
    }

    /** Rows of the table: those of a split's training, validation and test part; 0 without any. */
    int rows() {
      return all()
          .findFirst()
          .map(r -> r.trainRows() + r.validationRows() + r.test().orElseThrow().rows().length)
          .orElse(0);
    }

    private CrossValidationResult first() {
      return seeds.values().iterator().next();
    }

    /**
     * The values of a measure, one a split: the mean over the seeds.
     *
     * @return nothing where a run does not have it
     */
    Optional<double[]> values(SplitMeasure measure) {
      double[] sums = new double[splits()];
      for (CrossValidationResult seed : seeds.values()) {
        if (seed.runs().size() < sums.length) {
          return Optional.empty();
        }
        for (int split = 0; split < sums.length; split++) {
          Optional<Double> value = measure.of(seed.runs().get(split).scores());
          if (value.isEmpty()) {
            return Optional.empty();
          }
          sums[split] += value.get() / seeds.size();
        }
      }
      return Optional.of(sums);
    }

    /** The mean over the splits. */
    Optional<Double> mean(SplitMeasure measure) {
      return values(measure).map(v -> Samples.estimate(v).value());
    }

    /** The standard error of that mean, 0 for one split. */
    Optional<Double> standardError(SplitMeasure measure) {
      return values(measure).map(v -> Samples.estimate(v).standardError());
    }

    /** Runs whose likelihood is by the density of the output law. */
    int analytic() {
      return (int) all().filter(r -> r.scores().containsKey(SplitMeasure.ANALYTIC)).count();
    }

    /** All runs. */
    int runs() {
      return (int) all().count();
    }

    private java.util.stream.Stream<StoredRun> all() {
      return seeds.values().stream().flatMap(s -> s.runs().stream());
    }

    /** Why splits are missing, by seed and split. */
    Map<String, String> problems() {
      Map<String, String> problems = new LinkedHashMap<>();
      seeds.forEach(
          (seed, result) ->
              result.problems().forEach((k, v) -> problems.put("seed " + seed + ", " + k, v)));
      return problems;
    }
  }

  /** Whether splits diverged, so that their scores are missing. */
  public boolean incomplete() {
    return entries.stream().anyMatch(e -> !e.problems().isEmpty());
  }

  /** Of finished runs. */
  static UciResult of(Scale scale, List<RecipeRuns.Done> done, List<Published> published) {
    return new UciResult(
        scale,
        done.stream().map(one -> new Entry(one.table(), one.recipe(), one.seeds())).toList(),
        published);
  }

  /** Names of the data sets, in order. */
  List<String> sets() {
    return entries.stream().map(Entry::set).distinct().toList();
  }

  /** The results of the recipes on a data set. */
  List<Entry> of(String set) {
    return entries.stream().filter(e -> e.set().equals(set)).toList();
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
    if (scale != Scale.PAPER || entries.stream().anyMatch(e -> e.splits() < SPLITS)) {
      return List.of();
    }
    List<Standing> all = new ArrayList<>();
    for (Recipe recipe : entries.stream().map(Entry::recipe).distinct().toList()) {
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
    for (Entry entry : entries) {
      Optional<Double> best = Published.best(others, entry.set(), measure);
      Optional<Double> ours = entry.mean(measure);
      if (entry.recipe().equals(recipe) && best.isPresent() && ours.isPresent()) {
        (ours.get() <= best.get() ? reached : missed).add(entry.set());
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

  private static JsonObject json(Entry entry) {
    Map<String, Double> mean = new LinkedHashMap<>();
    Map<String, Double> error = new LinkedHashMap<>();
    Map<String, double[]> bySplit = new LinkedHashMap<>();
    for (SplitMeasure measure : SplitMeasure.values()) {
      String name = measure.name().toLowerCase(Locale.ROOT);
      entry.mean(measure).ifPresent(v -> mean.put(name, v));
      entry.standardError(measure).ifPresent(v -> error.put(name, v));
      entry.values(measure).ifPresent(v -> bySplit.put(name, v));
    }
    return new JsonObject()
        .with("data_set", entry.set())
        .with("recipe", entry.recipe().name())
        .with("rows", entry.rows())
        .with("splits", entry.splits())
        .with("seeds", List.copyOf(entry.seeds().keySet()))
        .with("mean", mean)
        .with("standard_error", error)
        .with("by_split", bySplit)
        .with("runs", entry.runs())
        .with("runs_with_density", entry.analytic())
        .with(
            "seconds",
            entry.seeds().values().stream().mapToDouble(CrossValidationResult::seconds).sum())
        .with("problems", entry.problems())
        .with("settings", SettingsJson.of(entry.first().settings()));
  }
}
