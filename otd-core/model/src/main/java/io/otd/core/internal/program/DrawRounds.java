// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * In which order the components of a pool give their draws. A round is one draw of each member of a
 * component; the components have rounds in proportion to their weights, interleaved so that every
 * prefix is close to the weights.
 *
 * @param components of the rounds, by number from 0
 */
public record DrawRounds(List<Integer> components) {
  /** Keeps the order. */
  public DrawRounds {
    components = List.copyOf(components);
  }

  /**
   * Divides rounds by weights: by largest remainders, each component at least one.
   *
   * @param weights of the components, each greater than 0
   * @param draws total number of rounds; at least the number of components
   */
  public static DrawRounds of(List<Double> weights, int draws) {
    int[] counts = counts(weights, Math.max(draws, weights.size()));
    int all = Arrays.stream(counts).sum();
    int[] placed = new int[counts.length];
    List<Integer> components = new ArrayList<>(all);
    for (int round = 1; round <= all; round++) {
      int next = 0;
      for (int c = 1; c < counts.length; c++) {
        if (behind(counts, placed, c, round) > behind(counts, placed, next, round)) {
          next = c;
        }
      }
      placed[next]++;
      components.add(next);
    }
    return new DrawRounds(components);
  }

  /**
   * How far a component is behind its share, times the number of all rounds: integers, for exact
   * ties.
   */
  private static long behind(int[] counts, int[] placed, int component, int round) {
    long all = Arrays.stream(counts).sum();
    return placed[component] == counts[component]
        ? Long.MIN_VALUE
        : (long) counts[component] * round - placed[component] * all;
  }

  private static int[] counts(List<Double> weights, int draws) {
    double sum = weights.stream().mapToDouble(Double::doubleValue).sum();
    int[] counts = new int[weights.size()];
    double[] left = new double[counts.length];
    for (int c = 0; c < counts.length; c++) {
      double share = weights.get(c) / sum * draws;
      counts[c] = Math.max(1, (int) share);
      left[c] = share - counts[c];
    }
    for (int missing = draws - Arrays.stream(counts).sum(); missing > 0; missing--) {
      int most = 0;
      for (int c = 1; c < counts.length; c++) {
        most = left[c] > left[most] ? c : most;
      }
      counts[most]++;
      left[most]--;
    }
    for (int over = Arrays.stream(counts).sum() - draws; over > 0; over--) {
      int largest = 0;
      for (int c = 1; c < counts.length; c++) {
        largest = counts[c] > counts[largest] ? c : largest;
      }
      counts[largest]--;
    }
    return counts;
  }

  /** Number of rounds of a component. */
  public int count(int component) {
    return (int) components.stream().filter(k -> k == component).count();
  }

  /** The rounds of a component, in their order, from 0. */
  public int[] of(int component) {
    return IntStream.range(0, components.size())
        .filter(round -> components.get(round) == component)
        .toArray();
  }

  /**
   * Brings the slices of all components into the order of the draws: M slices a round.
   *
   * @param each of every component, its slices in the order of its own draws
   * @param roundSize numbers of a round: M slices
   */
  float[] merged(List<float[]> each, int roundSize) {
    if (each.size() == 1) {
      return each.get(0);
    }
    float[] result = new float[Math.multiplyExact(components.size(), roundSize)];
    int[] from = new int[each.size()];
    int to = 0;
    for (int component : components) {
      System.arraycopy(each.get(component), from[component], result, to, roundSize);
      from[component] += roundSize;
      to += roundSize;
    }
    return result;
  }

  /**
   * Positions of the rounds if those of the components are stored one component after another.
   *
   * @return for each round in the order of the draws, its place there
   */
  public int[] places() {
    int[] next = new int[components.stream().mapToInt(k -> k).max().orElse(0) + 1];
    for (int c = 1; c < next.length; c++) {
      next[c] = next[c - 1] + count(c - 1);
    }
    return components.stream().mapToInt(k -> next[k]++).toArray();
  }
}
