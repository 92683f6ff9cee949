// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Weights of a linear pool of predictive distributions that minimise its energy score on rows which
 * no network has seen.
 *
 * @param weights of the components, at least 0, sum 1
 * @param errors standard error of each by the jackknife over the parts; 0 if there is one part
 * @param score mean energy score of the rows, each with weights that were chosen on the other
 *     parts: what the choice itself gains by chance is not in it
 */
public record PoolWeights(List<Double> weights, List<Double> errors, double score) {
  /**
   * A component with less weight is left out: its draws would be few, and its networks cost as
   * much.
   */
  public static final double SMALLEST = 0.05;

  private static final int MAX_SWEEPS = 10_000;
  private static final double SMALLEST_STEP = 1e-12;

  /** Keeps the order. */
  public PoolWeights {
    weights = List.copyOf(weights);
    errors = List.copyOf(errors);
  }

  /** The best weights. */
  public static PoolWeights fit(EnergyTerms terms) {
    double[] best = smallest(terms.summed(-1, false), terms.summedPairs(-1, false));
    int parts = terms.parts();
    double[][] without = new double[parts][];
    double score = 0;
    for (int p = 0; p < parts; p++) {
      double rows = terms.rows(p, false);
      if (rows == 0 || parts == 1) {
        without[p] = best;
      } else {
        without[p] = smallest(terms.summed(p, true), terms.summedPairs(p, true));
      }
      score += rows == 0 ? 0 : terms.score(without[p], p) * rows / terms.rows(-1, false);
    }
    return new PoolWeights(
        Arrays.stream(best).boxed().toList(),
        IntStream.range(0, best.length).mapToObj(c -> error(without, c)).toList(),
        score);
  }

  /**
   * The components that are worth their draws, with their weights.
   *
   * @param components their numbers, ascending
   * @param weights theirs, in the same order
   */
  public record Selection(List<Integer> components, PoolWeights weights) {
    /** The weight of a component, so that all sum to 1; 0 if it is left out. */
    public double weight(int component) {
      int at = components.indexOf(component);
      double sum = weights.weights().stream().mapToDouble(w -> w).sum();
      return at < 0 ? 0 : weights.weights().get(at) / sum;
    }

    /** The standard error of its weight. */
    public double error(int component) {
      int at = components.indexOf(component);
      return at < 0 ? 0 : weights.errors().get(at);
    }
  }

  /**
   * The best weights, without components of little weight: of several, the one of least weight is
   * left out while that is below {@link #SMALLEST}.
   */
  public static Selection select(EnergyTerms all) {
    List<Integer> kept = IntStream.range(0, all.components()).boxed().toList();
    PoolWeights weights = fit(all);
    while (kept.size() > 1 && weights.smallest() < SMALLEST) {
      List<Integer> fewer = new ArrayList<>(kept);
      fewer.remove(weights.weights().indexOf(weights.smallest()));
      kept = List.copyOf(fewer);
      weights = fit(all.of(kept));
    }
    return new Selection(kept, weights);
  }

  private double smallest() {
    return weights.stream().mapToDouble(w -> w).min().orElseThrow();
  }

  /**
   * Kinds that may have a share, in their order: the first of those with the largest weights, two
   * standard errors added, and of the others those for which this sum is not small.
   *
   * @param among numbers of the components to choose from, at least one
   * @param least sum that is not small
   * @param most components, at least 1
   */
  public List<Integer> promising(List<Integer> among, double least, int most) {
    List<Integer> best =
        among.stream()
            .sorted(Comparator.comparingDouble(this::bound).reversed())
            .limit(most)
            .toList();
    return best.stream()
        .filter(c -> c.equals(best.get(0)) || promising(c, least))
        .sorted()
        .toList();
  }

  /** Whether the weight of a component, two standard errors added, is not below a number. */
  public boolean promising(int component, double least) {
    return bound(component) >= least;
  }

  private double bound(int component) {
    return weights.get(component) + 2 * errors.get(component);
  }

  /** {@code sqrt((P - 1) / P sum_p (w_p - mean)^2)} of the weights without part p. */
  private static double error(double[][] without, int component) {
    int parts = without.length;
    double mean = Arrays.stream(without).mapToDouble(w -> w[component]).average().orElseThrow();
    double squares =
        Arrays.stream(without).mapToDouble(w -> Math.pow(w[component] - mean, 2)).sum();
    return Math.sqrt(squares * (parts - 1) / parts);
  }

  /**
   * The smallest value of {@code w to - 1/2 w pairs w} on the simplex. Along every direction of sum
   * zero the second derivative is an energy distance and so at least 0 (Székely and Rizzo 2013):
   * the function is convex there. Weight is moved between two components at a time, each time by
   * the step that is best for these two. If no such step improves, the derivatives of all
   * components with weight are equal and those of the others are not smaller, which is the
   * condition of the minimum.
   */
  static double[] smallest(double[] to, double[][] pairs) {
    int components = to.length;
    double[] w = new double[components];
    Arrays.fill(w, 1.0 / components);
    double moved = 1;
    for (int sweep = 0; sweep < MAX_SWEEPS && moved > SMALLEST_STEP; sweep++) {
      moved = 0;
      for (int a = 0; a < components; a++) {
        for (int b = 0; b < a; b++) {
          double step = step(w, to, pairs, a, b);
          w[a] -= step;
          w[b] += step;
          moved = Math.max(moved, Math.abs(step));
        }
      }
    }
    return w;
  }

  /** Weight to move from a to b; negative for the other direction. */
  private static double step(double[] w, double[] to, double[][] pairs, int a, int b) {
    double slope = derivative(w, to, pairs, a) - derivative(w, to, pairs, b);
    double distance = 2 * pairs[a][b] - pairs[a][a] - pairs[b][b];
    double step = distance > 0 ? slope / distance : slope > 0 ? w[a] : slope < 0 ? -w[b] : 0;
    return Math.max(-w[b], Math.min(w[a], step));
  }

  private static double derivative(double[] w, double[] to, double[][] pairs, int component) {
    double derivative = to[component];
    for (int c = 0; c < w.length; c++) {
      derivative -= pairs[component][c] * w[c];
    }
    return derivative;
  }
}
