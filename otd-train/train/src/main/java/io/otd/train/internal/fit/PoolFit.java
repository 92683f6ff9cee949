// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.EnergyTerms;
import io.otd.core.internal.calibration.PoolWeights;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.train.internal.parallel.Outcome;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.internal.prediction.KernelDensity;
import io.otd.train.settings.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The choices for a pool on rows that its networks have not seen: the spread of each network, the
 * weights of the kinds, the spread of the pool. Every kind has divided the rows among its members
 * in the same way, so the kinds are compared on all of them, each row predicted by networks that
 * have not seen it.
 */
final class PoolFit {
  /** A kind with less weight is left out: its draws would be few, and its networks cost as much. */
  static final double SMALLEST_WEIGHT = .05;

  /** Parts of the rows by which the weights' own uncertainty is measured. */
  private static final int PARTS = 10;

  private final HeldOutPredictions held;
  private final PreparedTable data;
  private final Workers workers;
  private final boolean calibrate;

  PoolFit(Settings settings, PreparedTable data, HeldOutPredictions held, Workers workers) {
    this.held = held;
    this.data = data;
    this.workers = workers;
    this.calibrate = settings.calibration().spread();
  }

  /**
   * The choice.
   *
   * @param components with their weights, those without any left out; their members' spreads
   *     calibrated
   * @param calibration of the pooled draws
   * @param density by kernels, by which the likelihood is measured
   * @param metrics weights, their errors and the scores of all kinds, and of the pool
   * @param calibrated predictions of the held-out rows
   */
  record Chosen(
      List<Component> components,
      Calibration calibration,
      KernelDensity density,
      Map<String, Double> metrics,
      HeldOut calibrated) {}

  /** Weights of kinds of which the first member is trained. */
  PoolWeights weights(List<Component> first) {
    return PoolWeights.fit(terms(calibrated(first)));
  }

  /** Chooses. */
  Chosen choose(List<Component> trained) {
    List<Calibrated> kinds = calibrated(trained);
    Map<String, Double> metrics = new LinkedHashMap<>();
    EnergyTerms all = terms(kinds);
    for (int c = 0; c < kinds.size(); c++) {
      double[] alone = new double[kinds.size()];
      alone[c] = 1;
      metrics.put(metric(trained.get(c), "validation_score"), all.score(alone, -1));
    }
    List<Integer> kept = IntStream.range(0, kinds.size()).boxed().toList();
    PoolWeights weights = PoolWeights.fit(all);
    while (kept.size() > 1 && smallest(weights) < SMALLEST_WEIGHT) {
      List<Integer> more = new ArrayList<>(kept);
      more.remove(weights.weights().indexOf(smallest(weights)));
      kept = List.copyOf(more);
      weights = PoolWeights.fit(all.of(kept));
    }
    double sum = weights.weights().stream().mapToDouble(w -> w).sum();
    List<Component> chosen = new ArrayList<>();
    for (int c = 0; c < kinds.size(); c++) {
      int at = kept.indexOf(c);
      double weight = at < 0 ? 0 : weights.weights().get(at) / sum;
      metrics.put(metric(trained.get(c), "weight"), weight);
      metrics.put(metric(trained.get(c), "weight_error"), at < 0 ? 0 : weights.errors().get(at));
      if (at >= 0) {
        chosen.add(kinds.get(c).component.weighing(weight));
      }
    }
    metrics.put("pool.validation_score", weights.score());
    return spread(chosen, metrics);
  }

  /** Name of what is known of a kind, among the metrics of a model. */
  private static String metric(Component kind, String name) {
    return "pool." + kind.name() + "." + name;
  }

  private static double smallest(PoolWeights weights) {
    return weights.weights().stream().mapToDouble(w -> w).min().orElseThrow();
  }

  private Chosen spread(List<Component> kinds, Map<String, Double> metrics) {
    HeldOut pooled = HeldOut.all(predicted(held, kinds));
    boolean apart = data.plan().apart();
    // A pool of different kinds, each calibrated by itself, is too wide.
    boolean wide = kinds.size() > 1 || !apart;
    SpreadCalibration own = calibrate && wide ? pooled.bestSpread() : SpreadCalibration.NONE;
    SpreadCalibration spread = own;
    if (calibrate && apart) {
      int members = kinds.get(0).members().size();
      spread =
          ValidationFit.spreadOfPool(
              pooled, own, members, lot -> held.ofEach(members, m -> kinds, lot));
    }
    HeldOut measured = pooled.with(own);
    metrics.put(TableFit.VALIDATION_SCORE, pooled.score());
    return new Chosen(kinds, Calibration.of(spread), measured.density(), metrics, measured);
  }

  /** Predictions for all held-out rows, by networks that have not seen them, a part for each. */
  private List<HeldOut> predicted(HeldOutPredictions by, List<Component> kinds) {
    return data.plan().apart()
        ? by.ofEach(
            kinds.get(0).members().size(),
            m -> kinds.stream().map(kind -> only(kind, m)).toList(),
            0)
        : List.of(by.of(kinds, data.split().validation(), 0));
  }

  private static Component only(Component kind, int member) {
    return kind.with(List.of(kind.members().get(member)));
  }

  /**
   * A kind whose members are calibrated.
   *
   * @param rows predictions of the held-out rows, each by a member that has not seen it
   */
  private record Calibrated(Component component, HeldOut rows) {}

  private List<Calibrated> calibrated(List<Component> trained) {
    List<Workers.Task<Calibrated>> tasks = new ArrayList<>();
    trained.forEach(kind -> tasks.add(turn -> calibrated(kind, held.by(turn))));
    return workers.run(tasks).stream().map(Outcome::unchecked).toList();
  }

  private Calibrated calibrated(Component kind, HeldOutPredictions by) {
    return calibrated(kind, predicted(by, List.of(kind)));
  }

  private Calibrated calibrated(Component kind, List<HeldOut> rows) {
    List<Member> before = kind.members();
    List<Member> members = new ArrayList<>();
    List<HeldOut> after = new ArrayList<>();
    for (int m = 0; m < before.size(); m++) {
      HeldOut own = rows.get(Math.min(m, rows.size() - 1));
      SpreadCalibration spread = calibrate ? own.bestSpread() : SpreadCalibration.NONE;
      members.add(before.get(m).with(spread));
      if (m < rows.size()) {
        after.add(own.with(spread));
      }
    }
    return new Calibrated(kind.with(members), HeldOut.all(after));
  }

  private static EnergyTerms terms(List<Calibrated> kinds) {
    EnergyTerms terms = new EnergyTerms(kinds.size(), PARTS);
    terms.add(
        kinds.stream().map(kind -> kind.rows.settled()).toList(), kinds.get(0).rows.observed());
    return terms;
  }
}
