// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.prediction;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalCoverage;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.RowGroup;
import io.otd.core.internal.coverage.CoverageByGroup;
import io.otd.core.internal.coverage.CoverageBySize;
import io.otd.core.internal.coverage.JointCoverage;
import io.otd.core.internal.coverage.RowDivision;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.CentralIntervals;
import io.otd.core.metrics.evaluation.Evaluation;
import io.otd.core.metrics.evaluation.IntervalEvaluation;
import io.otd.core.metrics.evaluation.PredictiveScores;
import io.otd.core.metrics.evaluation.RowScores;
import io.otd.core.metrics.evaluation.ScoreOptions;
import io.otd.train.internal.result.PredictionScores;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Scores a model's predictions block by block: all targets together, each alone, and the conformal
 * intervals. One thread at a time.
 */
public final class PredictionScoring {
  private final List<String> targets;
  private final Evaluation all;
  private final List<Evaluation> each = new ArrayList<>();
  private final ConformalCalibration conformal;
  private final Optional<IntervalEvaluation> intervals;
  private final Map<Double, BitSet[]> covered = new LinkedHashMap<>();
  private final Map<RowGroup, Double> byGroup = new LinkedHashMap<>();
  private double logDensity;
  private double logDensities;
  private int rows;

  /**
   * Starts without scores.
   *
   * @param targets names, d_y of them
   * @param options what is scored
   * @param conformal of the model, possibly none
   */
  public PredictionScoring(
      List<String> targets, ScoreOptions options, ConformalCalibration conformal) {
    this.targets = List.copyOf(targets);
    this.all = new Evaluation(targets.size(), options);
    for (int j = 0; targets.size() > 1 && j < targets.size(); j++) {
      each.add(new Evaluation(1, options.ofOutput(j)));
    }
    this.conformal = conformal;
    this.intervals =
        conformal.absent()
            ? Optional.empty()
            : Optional.of(
                new IntervalEvaluation(
                    conformal.levels().stream().map(ConformalLevel::level).toList(),
                    targets.size()));
  }

  /**
   * Scores further rows of a model without conformal intervals.
   *
   * @param draws {@code [K, n, d_y]}, calibrated, in the targets' units
   * @param observed {@code [n][d_y]}, finite
   * @param weights how much each row counts
   */
  public void add(Draws draws, double[][] observed, RowWeights weights) {
    add(draws, observed, weights, List.of(), Collections.nCopies(observed.length, RowGroup.NONE));
  }

  /**
   * Scores further rows.
   *
   * @param draws {@code [K, n, d_y]}, calibrated, in the targets' units
   * @param observed {@code [n][d_y]}, finite
   * @param weights how much each row counts
   * @param ends the conformal intervals of these rows, of each level of the model
   * @param of the group of each row, {@code [n]}
   */
  public void add(
      Draws draws,
      double[][] observed,
      RowWeights weights,
      List<CentralIntervals> ends,
      List<RowGroup> of) {
    all.add(draws, observed, weights.of());
    for (int j = 0; j < each.size(); j++) {
      each.get(j).add(draws.output(j), column(observed, j), weights.of());
    }
    intervals.ifPresent(i -> add(i, ends, observed, weights));
    for (int i = 0; i < observed.length; i++) {
      byGroup.merge(of.get(i), weights.at(i), Double::sum);
    }
    rows += draws.rows();
  }

  private void add(
      IntervalEvaluation to, List<CentralIntervals> ends, double[][] observed, RowWeights weights) {
    to.add(ends, observed, weights.of());
    for (CentralIntervals of : ends) {
      BitSet[] inside =
          covered.computeIfAbsent(
              of.level(), level -> targets.stream().map(t -> new BitSet()).toArray(BitSet[]::new));
      for (int i = 0; i < observed.length; i++) {
        for (int j = 0; j < inside.length; j++) {
          inside[j].set(rows + i, of.contains(i, j, observed[i][j]));
        }
      }
    }
  }

  /**
   * Takes the log densities of rows, for models that know them.
   *
   * @param logs natural logarithm, {@code [n]}, of the density of the observed value in the
   *     targets' units
   * @param weights how much each row counts
   */
  public void addLogDensities(double[] logs, RowWeights weights) {
    for (int i = 0; i < logs.length; i++) {
      logDensity += weights.at(i) * logs[i];
      logDensities += weights.at(i);
    }
  }

  private static double[][] column(double[][] values, int column) {
    double[][] result = new double[values.length][1];
    for (int i = 0; i < result.length; i++) {
      result[i][0] = values[i][column];
    }
    return result;
  }

  /** The scores of all rows added, at least one. */
  public PredictionScores scores() {
    return scores(List.of());
  }

  /**
   * The scores of all rows added, at least one, with the coverage in groups of rows.
   *
   * @param divisions of the rows, in the order added
   */
  public PredictionScores scores(List<RowDivision> divisions) {
    Map<String, PredictiveScores> byTarget = new LinkedHashMap<>();
    for (int j = 0; j < each.size(); j++) {
      byTarget.put(targets.get(j), each.get(j).scores());
    }
    PredictiveScores scores = all.scores();
    return new PredictionScores(
        logDensities == 0 ? scores : scores.with("nll_analytic", -logDensity / logDensities),
        byTarget,
        intervals.map(IntervalEvaluation::scores),
        bySize(),
        byGroup(divisions),
        joint(),
        true);
  }

  private Map<String, List<CoverageByGroup>> byGroup(List<RowDivision> divisions) {
    RowScores of = byRow();
    Map<String, List<CoverageByGroup>> groups = new LinkedHashMap<>();
    for (int j = 0; !divisions.isEmpty() && j < targets.size(); j++) {
      double[] transform = of.outputs().get(j).transform();
      int target = j;
      Optional<BitSet> inside = Optional.ofNullable(covered.get(of.level())).map(c -> c[target]);
      groups.put(
          targets.get(j),
          divisions.stream()
              .map(
                  division ->
                      CoverageByGroup.of(
                          of.level(), transform, inside, division, new RowWeights(of.weight())))
              .toList());
    }
    return groups;
  }

  private List<JointCoverage> joint() {
    List<JointCoverage> levels = new ArrayList<>();
    if (conformal.rule().joint()) {
      covered.forEach((level, inside) -> levels.add(joint(level, inside)));
    }
    return levels;
  }

  private JointCoverage joint(double level, BitSet[] inside) {
    Map<String, BitSet> byTarget = new LinkedHashMap<>();
    for (int j = 0; j < inside.length; j++) {
      byTarget.put(targets.get(j), inside[j]);
    }
    return JointCoverage.of(
        level,
        byTarget,
        new RowWeights(byRow().weight()),
        ConformalCoverage.of(level, conformal, byGroup)::band);
  }

  private Map<String, CoverageBySize> bySize() {
    RowScores rows = byRow();
    Map<String, CoverageBySize> sizes = new LinkedHashMap<>();
    for (int j = 0; j < targets.size(); j++) {
      String target = targets.get(j);
      CoverageBySize.of(rows, j).ifPresent(size -> sizes.put(target, size));
    }
    return sizes;
  }

  /** The stored numbers of each row, in the order added. */
  public RowScores byRow() {
    return all.byRow();
  }
}
