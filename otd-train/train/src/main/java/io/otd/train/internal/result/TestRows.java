// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import io.otd.core.internal.files.FileDigest;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.EmpiricalQuantile;
import io.otd.core.metrics.evaluation.RowScores;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How each test row was predicted, in the target's units: enough to draw calibration curves and to
 * compare runs row by row without their draws.
 *
 * @param targets names of the d_y targets
 * @param draws K, of each predictive distribution
 * @param rows numbers of the rows in the table, from 0
 * @param weights how much each row counts
 * @param energyScore of each row
 * @param further further scores of each row, by name
 * @param outputs of each target
 */
public record TestRows(
    List<String> targets,
    int draws,
    int[] rows,
    RowWeights weights,
    double[] energyScore,
    Map<String, double[]> further,
    List<Output> outputs) {
  /**
   * One target of all rows.
   *
   * @param observed {@code [n]}
   * @param mean of the draws, {@code [n]}
   * @param sd standard deviation of the draws, {@code [n]}
   * @param below number of draws below the observed value, {@code [n]}
   * @param atMost number of draws not above it, {@code [n]}
   */
  public record Output(double[] observed, double[] mean, double[] sd, int[] below, int[] atMost) {
    static Output of(RowScores.Output scores) {
      return new Output(
          scores.observed(),
          scores.mean(),
          scores.sd(),
          whole(scores.below()),
          whole(scores.atMost()));
    }

    private static int[] whole(double[] counts) {
      return Arrays.stream(counts).mapToInt(c -> (int) c).toArray();
    }
  }

  /** Keeps the order. */
  public TestRows {
    further = Collections.unmodifiableMap(new LinkedHashMap<>(further));
    targets = List.copyOf(targets);
    outputs = List.copyOf(outputs);
  }

  /**
   * Of predictions.
   *
   * @param targets names, d_y of them
   * @param rows numbers of the rows in the table, from 0, n of them
   * @param draws K
   * @param scores of the n rows
   */
  public static TestRows of(List<String> targets, int[] rows, int draws, RowScores scores) {
    return new TestRows(
        targets,
        draws,
        rows,
        new RowWeights(scores.weight()),
        scores.energyScore(),
        scores.further(),
        scores.outputs().stream().map(Output::of).toList());
  }

  /**
   * Identifies the rows: equal for two runs if the rows have the same positions in their tables,
   * the same weights and the same observed values, regardless of other differences.
   *
   * @return SHA-256, hexadecimal
   */
  public String sha256() {
    MessageDigest digest = FileDigest.newSha256();
    for (int i = 0; i < rows.length; i++) {
      ByteBuffer row = ByteBuffer.allocate(Integer.BYTES + outputs.size() * Double.BYTES);
      row.putInt(rows[i]);
      for (Output output : outputs) {
        row.putDouble(output.observed()[i]);
      }
      digest.update(row.array());
    }
    if (!weights.areEqual()) {
      Arrays.stream(weights.of())
          .forEach(w -> digest.update(ByteBuffer.allocate(Double.BYTES).putDouble(w).array()));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * Share of the observed values inside the central intervals of a level, ends included, mean over
   * the targets; the {@code picp} of {@link io.otd.core.metrics.evaluation.PredictiveScores}.
   *
   * @param level alpha, inside (0, 1)
   */
  public double coverage(double level) {
    return IntStream.range(0, outputs.size())
        .mapToDouble(output -> coverage(output, level))
        .average()
        .orElseThrow();
  }

  /**
   * The same of one target.
   *
   * @param output from 0
   * @param level alpha, inside (0, 1)
   */
  public double coverage(int output, double level) {
    int low = EmpiricalQuantile.lower(level).rank(draws);
    int high = EmpiricalQuantile.upper(level).rank(draws);
    Output of = outputs.get(output);
    double covered = 0;
    for (int i = 0; i < rows.length; i++) {
      covered += of.atMost()[i] >= low && of.below()[i] < high ? weights.at(i) : 0;
    }
    return covered / weights.sum();
  }

  /**
   * The same of the rows of all folds together.
   *
   * @param folds at least one
   * @param level alpha, inside (0, 1)
   */
  public static double coverage(List<TestRows> folds, double level) {
    double covered = 0;
    double all = 0;
    for (TestRows fold : folds) {
      covered += fold.coverage(level) * fold.weights().sum();
      all += fold.weights().sum();
    }
    return covered / all;
  }

  /**
   * Positions of the observed values of a target in their predictive distributions: the middle of
   * their possible positions among the draws, in (0, 1).
   *
   * @param output from 0
   */
  public double[] pit(int output) {
    Output of = outputs.get(output);
    double[] pit = new double[rows.length];
    Arrays.setAll(
        pit, i -> (of.below()[i] + .5 * (of.atMost()[i] - of.below()[i] + 1)) / (draws + 1));
    return pit;
  }

  /**
   * The distance of each row's mean to its observed values, Euclidean over the targets; their mean
   * is the score {@code mae}.
   *
   * @return {@code [n]}
   */
  public double[] errors() {
    double[] squares = new double[rows.length];
    for (Output output : outputs) {
      for (int i = 0; i < squares.length; i++) {
        double error = output.mean()[i] - output.observed()[i];
        squares[i] += error * error;
      }
    }
    return Arrays.stream(squares).map(Math::sqrt).toArray();
  }
}
