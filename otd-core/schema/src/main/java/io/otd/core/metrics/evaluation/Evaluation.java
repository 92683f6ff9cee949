// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import io.otd.core.internal.array.Ascending;
import io.otd.core.internal.array.Observations;
import io.otd.core.internal.weight.RowMean;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * Scores predictions incrementally, block by block. Memory does not grow with the number of draws,
 * and with each row only by the few numbers of {@link RowScores}. The result does not depend on the
 * division into blocks. For one thread at a time.
 */
public final class Evaluation {
  /** With more outputs there are too many pairs for a variogram score. */
  static final int MAX_VARIOGRAM_OUTPUTS = 64;

  /** The level whose intervals are kept by row, or the nearest to it among the levels. */
  private static final double KEPT_LEVEL = .9;

  private final ScoreOptions options;
  private final int outputs;
  private final List<ScoreSums.Sum> sums;
  private final IntervalEvaluation intervals;
  private final RowScores.Builder kept;
  private final int keptLevel;
  private final DoubleSupplier uniforms;
  private long rows;
  private int draws;

  /**
   * Starts without scores.
   *
   * @param outputs d_y, at least 1
   * @param options what is scored
   */
  public Evaluation(int outputs, ScoreOptions options) {
    this.options = options;
    this.outputs = outputs;
    this.sums = ScoreSums.of(outputs, options);
    this.intervals = new IntervalEvaluation(options.levels(), outputs);
    this.keptLevel = nearest(options.levels());
    this.kept = new RowScores.Builder(options.levels().get(keptLevel), outputs, options.further());
    this.uniforms = ProbabilityIntegralTransform.uniforms(options.seed());
  }

  private static int nearest(List<Double> levels) {
    int best = 0;
    for (int l = 1; l < levels.size(); l++) {
      if (Math.abs(levels.get(l) - KEPT_LEVEL) < Math.abs(levels.get(best) - KEPT_LEVEL)) {
        best = l;
      }
    }
    return best;
  }

  /**
   * Scores further rows.
   *
   * @param block {@code [K, n, d_y]}, K the same in all blocks
   * @param observed {@code [n][d_y]}, finite, in the same units
   * @throws IllegalArgumentException if sizes differ or a value is not finite
   */
  public void add(Draws block, double[][] observed) {
    add(block, observed, RowWeights.equal(observed.length).of());
  }

  /**
   * Scores further rows that do not count the same: the scores that are means are weighted ones.
   *
   * @param block {@code [K, n, d_y]}, K the same in all blocks
   * @param observed {@code [n][d_y]}, finite, in the same units
   * @param weights {@code [n]}, above 0
   * @throws IllegalArgumentException if sizes differ or a value is not finite
   */
  public void add(Draws block, double[][] observed, double[] weights) {
    Observations.check(block.rows(), block.outputs(), observed);
    if (block.outputs() != outputs || (rows > 0 && block.draws() != draws)) {
      throw new IllegalArgumentException(
          "block of %s draws of %s outputs (expected: %s draws of %s outputs)"
              .formatted(
                  block.draws(), block.outputs(), rows > 0 ? draws : block.draws(), outputs));
    }
    draws = block.draws();
    List<IntervalRanks> ranks = IntervalRanks.of(options.levels(), draws);
    for (int i = 0; i < observed.length; i++) {
      add(DrawnRow.of(block, i, observed[i], weights[i]), ranks);
      rows++;
    }
  }

  private void add(DrawnRow row, List<IntervalRanks> ranks) {
    sums.forEach(sum -> sum.add(row));
    intervals.addRow(row.observed(), row.weight());
    double[] transform = new double[outputs];
    int[] below = new int[outputs];
    int[] atMost = new int[outputs];
    for (int j = 0; j < outputs; j++) {
      below[j] = Ascending.below(row.ascending()[j], row.observed()[j]);
      atMost[j] = Ascending.atOrBelow(row.ascending()[j], row.observed()[j]);
      transform[j] =
          ProbabilityIntegralTransform.of(
              row.ascending()[j], row.observed()[j], uniforms.getAsDouble());
    }
    for (int l = 0; l < ranks.size(); l++) {
      double[] low = at(row, ranks.get(l).low());
      double[] high = at(row, ranks.get(l).high());
      IntervalRanks ends = ranks.get(l);
      double[] covered = new double[outputs];
      Arrays.setAll(covered, j -> ends.inside(below[j], atMost[j], options.atoms()));
      intervals.add(l, low, high, row.observed(), covered);
      if (l == keptLevel) {
        kept.add(row, low, high, transform, below, atMost);
      }
    }
  }

  private double[] at(DrawnRow row, int rank) {
    double[] result = new double[outputs];
    Arrays.setAll(result, j -> row.ascending()[j][rank]);
    return result;
  }

  /** n so far. */
  public long rows() {
    return rows;
  }

  /** The stored numbers of each row, in the order added. */
  public RowScores byRow() {
    return kept.build(draws, options.atoms());
  }

  /**
   * The scores of all rows added.
   *
   * @throws IllegalStateException if there are none
   */
  public PredictiveScores scores() {
    if (rows == 0) {
      throw new IllegalStateException("no rows were scored");
    }
    Map<String, Double> values = new LinkedHashMap<>();
    List<String> notes = new ArrayList<>();
    sums.forEach(sum -> sum.put(values));
    if (outputs > MAX_VARIOGRAM_OUTPUTS) {
      notes.add(
          "variogram_score: %s outputs (scored for at most %s)"
              .formatted(outputs, MAX_VARIOGRAM_OUTPUTS));
    }
    RowScores byRow = byRow();
    byRow
        .further()
        .forEach(
            (name, scores) -> ScoreSums.putMean(name, RowMean.of(scores, byRow.weight()), values));
    values.put("mace", intervals.mace());
    RowDiagnostics.put(byRow, values, notes);
    intervals.put(values, notes);
    return PredictiveScores.finite(values, notes);
  }
}
