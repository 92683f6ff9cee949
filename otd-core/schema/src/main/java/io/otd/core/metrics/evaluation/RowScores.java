// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.EmpiricalQuantile;
import io.otd.core.metrics.SampleEnergyScore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The stored numbers of each scored row: few, so that a million rows fit where their draws do not.
 * Arrays are not copied.
 *
 * @param level alpha of the intervals kept
 * @param draws K, of each row
 * @param atoms whether draws that are equal to an observed value are an atom, not chance
 * @param outputs of each output, in order
 * @param error Euclidean norm of the error of the mean, {@code [n]}
 * @param energyScore {@code [n]}; for one output the fair CRPS
 * @param dispersion {@code [n]}, at least 0
 * @param weight {@code [n]}, above 0; 1 of rows without weights
 * @param further {@linkplain ScoreOptions#further further scores} by name, each {@code [n]}
 */
public record RowScores(
    double level,
    int draws,
    boolean atoms,
    List<Output> outputs,
    double[] error,
    double[] energyScore,
    double[] dispersion,
    double[] weight,
    Map<String, double[]> further) {
  /** Keeps the order. */
  public RowScores {
    outputs = List.copyOf(outputs);
    further = Collections.unmodifiableMap(new LinkedHashMap<>(further));
  }

  /**
   * One output of all rows, in its units.
   *
   * @param observed {@code [n]}
   * @param mean of the draws, {@code [n]}
   * @param median of the draws, {@code [n]}
   * @param low end of the central interval, {@code [n]}
   * @param high end of the central interval, {@code [n]}
   * @param transform randomised {@link ProbabilityIntegralTransform} of the observed value, {@code
   *     [n]}
   * @param sd standard deviation of the draws, {@code [n]}
   * @param below number of draws below the observed value, {@code [n]}
   * @param atMost number of draws not above it, {@code [n]}
   */
  public record Output(
      double[] observed,
      double[] mean,
      double[] median,
      double[] low,
      double[] high,
      double[] transform,
      double[] sd,
      double[] below,
      double[] atMost) {
    /** Whether each observed value lies in its interval. */
    public boolean covered(int row) {
      return low[row] <= observed[row] && observed[row] <= high[row];
    }
  }

  /**
   * How much of each observed value lies in a central interval of the draws, ends included. The
   * mean is the {@code picp} of {@link PredictiveScores}.
   *
   * @param output from 0
   * @param level alpha, inside (0, 1)
   * @return {@code [n]}, from 0 to 1; between them at an atom alone
   */
  public double[] covered(int output, double level) {
    IntervalRanks ends = IntervalRanks.of(level, draws);
    Output of = outputs.get(output);
    double[] covered = new double[rows()];
    Arrays.setAll(covered, i -> ends.inside((int) of.below()[i], (int) of.atMost()[i], atoms));
    return covered;
  }

  /** The mean of {@link #covered}, by the weights of the rows. */
  public double coverage(int output, double level) {
    return new RowWeights(weight).mean(covered(output, level));
  }

  /** Whether all rows count the same. */
  public boolean equallyWeighted() {
    return new RowWeights(weight).areEqual();
  }

  /** n. */
  public int rows() {
    return error.length;
  }

  /** The rows of largest energy score, the worst first; of equal ones the first. */
  public int[] worst(int most) {
    return IntStream.range(0, rows())
        .boxed()
        .sorted((a, b) -> Double.compare(energyScore[b], energyScore[a]))
        .limit(most)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Numbers of rows, added one after another. */
  private static final class NumberColumn {
    private double[] values = new double[64];
    private int size;

    void add(double value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, Math.multiplyExact(2, size));
      }
      values[size++] = value;
    }

    double[] toArray() {
      return Arrays.copyOf(values, size);
    }
  }

  /** The same, incrementally. */
  static final class Builder {
    private static final int FIELDS = 9;

    private final double level;
    private final List<NumberColumn[]> outputs = new ArrayList<>();
    private final NumberColumn error = new NumberColumn();
    private final NumberColumn energyScore = new NumberColumn();
    private final NumberColumn dispersion = new NumberColumn();
    private final NumberColumn weight = new NumberColumn();
    private final Map<ScoreOptions.Further, NumberColumn> further = new LinkedHashMap<>();

    Builder(double level, int count, List<ScoreOptions.Further> scores) {
      this.level = level;
      scores.forEach(score -> further.put(score, new NumberColumn()));
      for (int j = 0; j < count; j++) {
        outputs.add(
            IntStream.range(0, FIELDS)
                .mapToObj(f -> new NumberColumn())
                .toArray(NumberColumn[]::new));
      }
    }

    void add(
        DrawnRow row, double[] low, double[] high, double[] transform, int[] below, int[] atMost) {
      for (int j = 0; j < outputs.size(); j++) {
        double[] ascending = row.ascending()[j];
        double y = row.observed()[j];
        double[] fields = {
          y,
          row.mean()[j],
          EmpiricalQuantile.at(.5).of(ascending),
          low[j],
          high[j],
          transform[j],
          row.standardDeviation()[j],
          below[j],
          atMost[j]
        };
        for (int f = 0; f < FIELDS; f++) {
          outputs.get(j)[f].add(fields[f]);
        }
      }
      error.add(row.error());
      energyScore.add(SampleEnergyScore.fit(row.values(), row.observed()) - row.dispersion());
      dispersion.add(row.dispersion());
      weight.add(row.weight());
      further.forEach((score, of) -> of.add(ScoreSums.byOutput(row, score.formula())));
    }

    RowScores build(int draws, boolean atoms) {
      Map<String, double[]> byName = new LinkedHashMap<>();
      further.forEach((score, of) -> byName.put(score.name(), of.toArray()));
      return new RowScores(
          level,
          draws,
          atoms,
          outputs.stream()
              .map(
                  c ->
                      new Output(
                          c[0].toArray(),
                          c[1].toArray(),
                          c[2].toArray(),
                          c[3].toArray(),
                          c[4].toArray(),
                          c[5].toArray(),
                          c[6].toArray(),
                          c[7].toArray(),
                          c[8].toArray()))
              .toList(),
          error.toArray(),
          energyScore.toArray(),
          dispersion.toArray(),
          weight.toArray(),
          byName);
    }
  }
}
