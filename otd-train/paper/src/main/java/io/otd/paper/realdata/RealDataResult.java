// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import io.otd.paper.experiment.Scale;
import io.otd.train.internal.crossvalidation.CrossValidationResult;
import io.otd.train.internal.result.JsonObject;
import io.otd.train.internal.result.Spread;
import io.otd.train.internal.result.StoredRun;
import io.otd.train.internal.result.TestRows;
import io.otd.train.settings.SettingsJson;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The result of the comparison.
 *
 * @param scale how much of it was done
 * @param entries by data set, then by recipe
 */
public record RealDataResult(Scale scale, List<Entry> entries) {
  /** Level of the intervals whose mean width is given as sharpness. */
  static final double SHARPNESS_LEVEL = .9;

  static final String ENERGY_SCORE = "energy_score";
  static final String MACE = "mace";
  static final String NLL = "nll_kde";

  /** The scores that are given, by the names that runs give them. */
  static final List<String> SCORES =
      List.of(NLL, "rmse", ENERGY_SCORE, "width_" + SHARPNESS_LEVEL, MACE);

  private static final int FORMAT = 1;
  private static final int ROWS_FOR_MACE = 500;
  private static final double MACE_AIM = .07;

  /** Keeps the list. */
  public RealDataResult {
    entries = List.copyOf(entries);
  }

  /**
   * One method on one data set.
   *
   * @param set the data set
   * @param recipe the method
   * @param whole whether all of its rows were used
   * @param result of its folds
   */
  public record Entry(DataSet set, Recipe recipe, boolean whole, CrossValidationResult result) {
    /** Test rows of all folds. */
    int rows() {
      return result.test().stream().mapToInt(t -> t.rows().length).sum();
    }

    /**
     * Mean and standard deviation over the folds, likelihoods in the target's own units.
     *
     * @return nothing where a fold does not have it
     */
    Optional<Spread> spread(String score) {
      return over(score, result.folds().size());
    }

    /** The mean over the folds that the peers were measured on. */
    Optional<Double> asPeers(String score) {
      return over(score, Math.min(set.peerFolds(), result.folds().size())).map(Spread::mean);
    }

    private Optional<Spread> over(String score, int folds) {
      double[] values =
          result.runOfEach().stream()
              .limit(folds)
              .mapToDouble(run -> run.map(r -> value(r, score)).orElse(Double.NaN))
              .toArray();
      return values.length == 0 || Arrays.stream(values).anyMatch(Double::isNaN)
          ? Optional.empty()
          : Optional.of(Spread.of(values));
    }

    private double value(StoredRun run, String score) {
      return run.scores().getOrDefault(score, Double.NaN)
          + (score.equals(NLL) ? shift(run.test().orElseThrow()) : 0);
    }

    private double shift(TestRows test) {
      double mean = Arrays.stream(test.outputs().get(0).observed()).average().orElseThrow();
      return set.targetScale().likelihoodShift(mean);
    }
  }

  /** Whether folds diverged, so that their scores are missing. */
  public boolean incomplete() {
    return entries.stream().anyMatch(e -> !e.result().problems().isEmpty());
  }

  /** The data sets, in order. */
  List<DataSet> sets() {
    return entries.stream().map(Entry::set).distinct().toList();
  }

  /** The results of the recipes on a data set. */
  List<Entry> of(DataSet set) {
    return entries.stream().filter(e -> e.set().equals(set)).toList();
  }

  /**
   * A target and its degree of attainment.
   *
   * @param statement what is aimed at
   * @param reached number of data sets
   * @param of number of data sets that can be judged
   * @param aim number that is aimed at
   * @param missed names of those where it is not
   */
  record Aim(String statement, int reached, int of, int aim, List<String> missed) {
    boolean holds() {
      return reached >= Math.min(aim, of);
    }
  }

  /** The target for our own method; empty if it was not run, or was cut short. */
  List<Aim> aims() {
    List<Entry> ours =
        entries.stream().filter(e -> e.recipe().equals(Recipe.OTD) && e.set().whole()).toList();
    if (scale != Scale.PAPER || ours.isEmpty()) {
      return List.of();
    }
    List<Entry> printed = ours.stream().filter(e -> e.set().paperCompares()).toList();
    List<Entry> large = ours.stream().filter(e -> e.rows() >= ROWS_FOR_MACE).toList();
    return List.of(
        aim(
            "energy score at or below that of the best neural peer",
            ours,
            8,
            e -> atMost(e.asPeers(ENERGY_SCORE), bestPeer(e, true))),
        aim(
            "energy score at or below that of the best of all peers",
            ours,
            5,
            e -> atMost(e.asPeers(ENERGY_SCORE), bestPeer(e, false))),
        aim(
            "mean coverage error below %s with %s rows or more".formatted(MACE_AIM, ROWS_FOR_MACE),
            large,
            large.size(),
            e -> e.spread(MACE).map(s -> s.mean() < MACE_AIM).orElse(false)),
        aim(
            "energy score not above the paper's",
            printed,
            printed.size(),
            e ->
                atMost(
                    e.spread(ENERGY_SCORE).map(Spread::mean),
                    Optional.of(e.set().paper().energyScore()))));
  }

  private static Aim aim(String statement, List<Entry> entries, int aim, Predicate<Entry> judge) {
    List<String> missed = new ArrayList<>();
    for (Entry entry : entries) {
      if (!judge.test(entry)) {
        missed.add(entry.set().name());
      }
    }
    return new Aim(statement, entries.size() - missed.size(), entries.size(), aim, missed);
  }

  private static Optional<Double> bestPeer(Entry entry, boolean neural) {
    return entry.set().best(ENERGY_SCORE, neural).map(p -> p.scores().get(ENERGY_SCORE));
  }

  private static boolean atMost(Optional<Double> ours, Optional<Double> theirs) {
    return ours.isPresent() && theirs.isPresent() && ours.get() <= theirs.get();
  }

  /**
   * Everything as a tree of maps, lists, numbers and texts.
   *
   * @param origin where and with what
   */
  public Map<String, Object> json(Map<String, String> origin) {
    return new JsonObject()
        .with("format", FORMAT)
        .with("experiment", "openml")
        .with("scale", scale.label())
        .with("runs", entries.stream().map(RealDataResult::json).toList())
        .with("aims", aims())
        .with("origin", origin)
        .tree();
  }

  private static JsonObject json(Entry entry) {
    Map<String, Double> mean = new LinkedHashMap<>();
    Map<String, Double> sd = new LinkedHashMap<>();
    for (String score : SCORES) {
      entry.spread(score).ifPresent(spread -> mean.put(score, spread.mean()));
      entry.spread(score).ifPresent(spread -> sd.put(score, spread.sd()));
    }
    return new JsonObject()
        .with("data_set", entry.set().name())
        .with("recipe", entry.recipe().name())
        .with("rows", entry.rows())
        .with("all_rows", entry.whole())
        .with("mean", mean)
        .with("sd", sd)
        .with("seconds", entry.result().seconds())
        .with("problems", entry.result().problems())
        .with("settings", SettingsJson.of(entry.result().settings()));
  }
}
