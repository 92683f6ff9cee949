// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.SampleEnergyScore;
import java.util.Arrays;
import java.util.List;

/**
 * The terms of the energy score of a pool, summed over rows: {@code E|Y_i - y|} of each component i
 * and {@code E|Y_i - Y_j|} of each pair, from which the score of every weighting follows. The rows
 * are dealt into parts, so that weights of all parts but one can be tried on that one. One thread
 * at a time.
 */
public final class EnergyTerms {
  /** Draws of each component that a row with several outputs is computed from: all pairs are. */
  private static final int MAX_JOINT_DRAWS = 100;

  private final double[][] toObserved;
  private final double[][][] between;

  /** Sums of the weights of their rows. */
  private final double[] rows;

  private int next;

  /**
   * Starts without rows.
   *
   * @param components at least 1
   * @param parts at least 1
   */
  public EnergyTerms(int components, int parts) {
    this.toObserved = new double[parts][components];
    this.between = new double[parts][components][components];
    this.rows = new double[parts];
  }

  /** Number of components. */
  public int components() {
    return toObserved[0].length;
  }

  /** Number of parts. */
  public int parts() {
    return rows.length;
  }

  /** The terms of some of the components, in the order of their numbers. */
  public EnergyTerms of(List<Integer> components) {
    EnergyTerms some = new EnergyTerms(components.size(), parts());
    some.next = next;
    for (int p = 0; p < parts(); p++) {
      some.rows[p] = rows[p];
      for (int a = 0; a < components.size(); a++) {
        some.toObserved[p][a] = toObserved[p][components.get(a)];
        for (int b = 0; b < components.size(); b++) {
          some.between[p][a][b] = between[p][components.get(a)][components.get(b)];
        }
      }
    }
    return some;
  }

  /**
   * Adds rows, to the parts in turn.
   *
   * @param components draws of the same rows by each component, at least two each
   * @param observed {@code [n][d_y]}, in the same units
   * @param weights how much each row counts
   */
  public void add(List<Draws> components, double[][] observed, RowWeights weights) {
    for (int i = 0; i < observed.length; i++) {
      int part = next++ % parts();
      double weight = weights.at(i);
      rows[part] += weight;
      for (int a = 0; a < components(); a++) {
        toObserved[part][a] +=
            weight * SampleEnergyScore.fit(components.get(a).byOutput(i), observed[i]);
      }
      if (observed[i].length == 1) {
        addOfOneOutput(components, i, weight, part);
      } else {
        addJoint(components, i, weight, part);
      }
    }
  }

  private void addOfOneOutput(List<Draws> components, int row, double weight, int part) {
    double[][] sorted = components.stream().map(k -> k.sorted(row, 0)).toArray(double[][]::new);
    double[] within = Arrays.stream(sorted).mapToDouble(EnergyTerms::pairs).toArray();
    for (int a = 0; a < sorted.length; a++) {
      int count = sorted[a].length;
      between[part][a][a] += weight * within[a] / (count * (count - 1.0) / 2);
      for (int b = 0; b < a; b++) {
        double mean =
            weight
                * (pairs(merged(sorted[a], sorted[b])) - within[a] - within[b])
                / ((double) count * sorted[b].length);
        between[part][a][b] += mean;
        between[part][b][a] += mean;
      }
    }
  }

  private static double[] merged(double[] ascending, double[] others) {
    double[] all = new double[ascending.length + others.length];
    for (int i = 0, j = 0, at = 0; at < all.length; at++) {
      boolean first = j == others.length || (i < ascending.length && ascending[i] <= others[j]);
      all[at] = first ? ascending[i++] : others[j++];
    }
    return all;
  }

  /** Sum of the distances of all pairs of ascending values. */
  private static double pairs(double[] ascending) {
    double sum = 0;
    int count = ascending.length;
    for (int k = 0; k < count; k++) {
      sum += ascending[k] * (2.0 * k - count + 1);
    }
    return sum;
  }

  private void addJoint(List<Draws> components, int row, double weight, int part) {
    for (int a = 0; a < components.size(); a++) {
      for (int b = 0; b <= a; b++) {
        double mean = weight * meanDistance(components.get(a), components.get(b), row, a == b);
        between[part][a][b] += mean;
        if (b < a) {
          between[part][b][a] += mean;
        }
      }
    }
  }

  private static double meanDistance(Draws a, Draws b, int row, boolean same) {
    int count = Math.min(a.draws(), MAX_JOINT_DRAWS);
    int others = Math.min(b.draws(), MAX_JOINT_DRAWS);
    double sum = 0;
    for (int k = 0; k < count; k++) {
      for (int l = 0; l < others; l++) {
        double squares = 0;
        for (int j = 0; j < a.outputs(); j++) {
          double difference = a.get(k, row, j) - b.get(l, row, j);
          squares += difference * difference;
        }
        sum += Math.sqrt(squares);
      }
    }
    return sum / (same ? count * (count - 1.0) : (double) count * others);
  }

  /**
   * Mean energy score of the pool over some parts, {@code sum w_i E|Y_i - y| - 1/2 sum w_i w_j
   * E|Y_i - Y_j|}.
   *
   * @param weights of the components, sum 1
   * @param part the only one that counts, or -1 for all
   */
  public double score(double[] weights, int part) {
    double[] to = summed(part, false);
    double[][] pairs = summedPairs(part, false);
    double score = 0;
    for (int a = 0; a < weights.length; a++) {
      score += weights[a] * to[a];
      for (int b = 0; b < weights.length; b++) {
        score -= weights[a] * weights[b] * pairs[a][b] / 2;
      }
    }
    return score;
  }

  /**
   * Mean {@code E|Y_i - y|} over some parts.
   *
   * @param part the one that counts, or -1 for all
   * @param without whether it is the one that does not count
   */
  double[] summed(int part, boolean without) {
    double[] mean = new double[components()];
    for (int p = 0; p < parts(); p++) {
      if (counts(p, part, without)) {
        for (int a = 0; a < mean.length; a++) {
          mean[a] += toObserved[p][a] / rows(part, without);
        }
      }
    }
    return mean;
  }

  /** Mean {@code E|Y_i - Y_j|} likewise. */
  double[][] summedPairs(int part, boolean without) {
    double[][] mean = new double[components()][components()];
    for (int p = 0; p < parts(); p++) {
      if (counts(p, part, without)) {
        for (int a = 0; a < mean.length; a++) {
          for (int b = 0; b < mean.length; b++) {
            mean[a][b] += between[p][a][b] / rows(part, without);
          }
        }
      }
    }
    return mean;
  }

  /** Sum of the weights of the rows of some parts. */
  double rows(int part, boolean without) {
    double sum = 0;
    for (int p = 0; p < parts(); p++) {
      sum += counts(p, part, without) ? rows[p] : 0;
    }
    return sum;
  }

  private static boolean counts(int p, int part, boolean without) {
    return part < 0 || (p == part) != without;
  }
}
