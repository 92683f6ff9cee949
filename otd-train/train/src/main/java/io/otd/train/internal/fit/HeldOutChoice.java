// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.EnergyTerms;
import io.otd.core.internal.calibration.PoolWeights;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.train.internal.parallel.Outcome;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.internal.prediction.KernelDensity;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.settings.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * The choices after training, on rows that the networks have not seen: the spread of each member's
 * draws, the weights of the components, the spread of the pooled draws. All components divide the
 * rows among their members in the same way, so they are compared on all of them, each row predicted
 * by networks that have not seen it. A single component has the weight 1.
 */
final class HeldOutChoice {
  /** Parts of the rows by which the weights' own uncertainty is measured. */
  private static final int PARTS = 10;

  /** Share of a member's variance that the number of draws may add to the ambiguity. */
  private static final double CHANCE = 0.05;

  private static final int MAX_LOTS = 64;

  private final HeldOutPredictions predictions;
  private final PreparedTable data;
  private final Workers workers;
  private final boolean compares;
  private final boolean calibrate;

  HeldOutChoice(
      Settings settings, PreparedTable data, HeldOutPredictions predictions, Workers workers) {
    this.predictions = predictions;
    this.data = data;
    this.workers = workers;
    this.compares = settings.components().size() > 1;
    this.calibrate = settings.calibration().spread();
  }

  /**
   * The choice.
   *
   * @param components with their weights, those without any left out; their members' spreads
   *     calibrated
   * @param calibration of the pooled draws
   * @param density by kernels, by which the likelihood is measured
   * @param metrics the score before calibration; if components were compared, also the weights,
   *     their errors and the scores of all components, and of the pool
   * @param calibrated predictions of the held-out rows
   */
  record Chosen(
      List<Component> components,
      Calibration calibration,
      KernelDensity density,
      Map<String, Double> metrics,
      HeldOut calibrated) {}

  /** Weights of components of which the first member is trained. */
  PoolWeights weights(List<Component> first) {
    return PoolWeights.fit(terms(calibrated(first)));
  }

  /**
   * Chooses.
   *
   * @param trained what the settings name, neither weighed nor calibrated
   * @throws io.otd.train.internal.prediction.UnpredictableRowException if a prediction is not
   *     finite
   */
  Chosen choose(List<Component> trained) {
    return compares ? weighed(calibrated(trained)) : ofOne(trained.get(0));
  }

  /** Members that hold out different rows are calibrated on their own, others only together. */
  private Chosen ofOne(Component component) {
    List<HeldOut> own = predicted(predictions, List.of(component));
    Calibrated calibrated =
        data.plan().apart() ? calibrated(component, own) : new Calibrated(component, own.get(0));
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put(TableFit.VALIDATION_SCORE, HeldOut.meanScore(own));
    return pooled(List.of(calibrated.component), calibrated.rows, m -> List.of(component), metrics);
  }

  private Chosen weighed(List<Calibrated> each) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    EnergyTerms all = terms(each);
    for (int c = 0; c < each.size(); c++) {
      double[] alone = new double[each.size()];
      alone[c] = 1;
      metrics.put(each.get(c).metric("validation_score"), all.score(alone, -1));
    }
    PoolWeights.Selection selection = PoolWeights.select(all);
    List<Component> chosen = weighed(each, selection, metrics);
    HeldOut rows = HeldOut.all(predicted(predictions, chosen));
    metrics.put("pool.validation_score", selection.weights().score());
    metrics.put(TableFit.VALIDATION_SCORE, rows.score());
    return pooled(chosen, rows, m -> chosen, metrics);
  }

  /** The components that are kept; notes the weights of all. */
  private static List<Component> weighed(
      List<Calibrated> each, PoolWeights.Selection selection, Map<String, Double> metrics) {
    List<Component> chosen = new ArrayList<>();
    for (int c = 0; c < each.size(); c++) {
      metrics.put(each.get(c).metric("weight"), selection.weight(c));
      metrics.put(each.get(c).metric("weight_error"), selection.error(c));
      if (selection.components().contains(c)) {
        chosen.add(each.get(c).component.weighing(selection.weight(c)));
      }
    }
    return chosen;
  }

  /**
   * Calibrates the pooled draws.
   *
   * @param rows predictions of the held-out rows, each by members that have not seen it
   * @param all for each member, the components whose members all predict the rows that it held out
   */
  private Chosen pooled(
      List<Component> components,
      HeldOut rows,
      IntFunction<List<Component>> all,
      Map<String, Double> metrics) {
    boolean apart = data.plan().apart();
    // A pool of different components, each calibrated by itself, is too wide.
    boolean wide = components.size() > 1 || !apart;
    SpreadCalibration own =
        calibrate
            ? rows.byGroup(rows.bySize(wide ? rows.bestSpread() : SpreadCalibration.NONE))
            : SpreadCalibration.NONE;
    int members = components.get(0).members().size();
    SpreadCalibration spread =
        calibrate && apart
            ? ofAllMembers(rows, own, lot -> predictions.ofEach(members, all, lot))
            : own;
    HeldOut measured = rows.with(own);
    return new Chosen(components, Calibration.of(spread), measured.density(), metrics, measured);
  }

  /**
   * The spread of all members together, where each has seen rows that others hold out: derived from
   * the distance between the members. If calibrated spreads are tiny, many draws are needed to
   * measure it. Beyond a bound, it has no effect on clipped draws; there a member's own spread is
   * kept.
   *
   * @param unseen predictions of held-out rows, each by a member that has not seen it
   * @param own calibrates those
   * @param pooled predictions of the same rows by all members, their draws in turn: a lot for each
   *     number from 0, each with draws of its own
   */
  private static SpreadCalibration ofAllMembers(
      HeldOut unseen, SpreadCalibration own, IntFunction<List<HeldOut>> pooled) {
    if (unseen.targets().stream().anyMatch(t -> t.support().bounded())) {
      return own;
    }
    Draws draws = unseen.draws();
    double enough = CHANCE * draws.outputs() * unseen.weights().mean(draws.variances());
    PoolVariance all = PoolVariance.of(pooled.apply(0));
    for (int lot = 1; lot < MAX_LOTS && all.chance() > enough; lot++) {
      all.add(HeldOut.all(pooled.apply(lot)).draws());
    }
    SpreadCalibration common = forPool(own, draws, all, unseen.weights());
    return common.with(
        own.groups().stream()
            .map(
                of -> {
                  int[] which = unseen.rows(of.group());
                  return new SpreadCalibration.OfGroup(
                      of.group(),
                      of.factor() == 1
                          ? 1
                          : forPool(
                                  own.of(of.group()),
                                  draws.at(which),
                                  all.of(which),
                                  unseen.weights().at(which))
                              .relativeTo(common));
                })
            .toList());
  }

  private static SpreadCalibration forPool(
      SpreadCalibration own, Draws unseen, PoolVariance pooled, RowWeights weights) {
    return own.forPool(
        unseen.variances(), pooled.byRow(), pooled.between() / unseen.outputs(), weights);
  }

  /** Predictions for all held-out rows, by networks that have not seen them, a part for each. */
  private List<HeldOut> predicted(HeldOutPredictions by, List<Component> components) {
    return data.plan().apart()
        ? by.ofEach(
            components.get(0).members().size(),
            m -> components.stream().map(c -> c.with(List.of(c.members().get(m)))).toList(),
            0)
        : List.of(by.of(components, data.split().validation(), 0));
  }

  /**
   * A component whose members are calibrated.
   *
   * @param rows predictions of the held-out rows, each by a member that has not seen it
   */
  private record Calibrated(Component component, HeldOut rows) {
    /** Name of what is known of it, among the metrics of a model. */
    String metric(String name) {
      return "pool." + component.name() + "." + name;
    }
  }

  private List<Calibrated> calibrated(List<Component> trained) {
    List<Workers.Task<Calibrated>> tasks = new ArrayList<>();
    trained.forEach(
        c -> tasks.add(turn -> calibrated(c, predicted(predictions.by(turn), List.of(c)))));
    return workers.run(tasks).stream().map(Outcome::unchecked).toList();
  }

  private Calibrated calibrated(Component component, List<HeldOut> rows) {
    List<Member> members = new ArrayList<>();
    List<HeldOut> after = new ArrayList<>();
    for (int m = 0; m < component.members().size(); m++) {
      HeldOut own = rows.get(Math.min(m, rows.size() - 1));
      SpreadCalibration spread = calibrate ? own.bestSpread() : SpreadCalibration.NONE;
      members.add(component.members().get(m).with(spread));
      if (m < rows.size()) {
        after.add(own.with(spread));
      }
    }
    return new Calibrated(component.with(members), HeldOut.all(after));
  }

  private static EnergyTerms terms(List<Calibrated> each) {
    EnergyTerms terms = new EnergyTerms(each.size(), PARTS);
    HeldOut first = each.get(0).rows;
    terms.add(each.stream().map(c -> c.rows.settled()).toList(), first.observed(), first.weights());
    return terms;
  }
}
