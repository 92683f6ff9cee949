// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import io.otd.train.explanation.ColumnEffect.Place;
import io.otd.train.explanation.ColumnEffect.Scale;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Accumulated local effect of numbers or dates (Apley and Zhu 2020): between two neighbouring
 * places {@code z_(k-1) < z_k}, the mean of {@code f(z_k, rest) - f(z_(k-1), rest)} over the rows
 * with a value in {@code (z_(k-1), z_k]}, summed up over k. Linear between places, it is shifted so
 * that its mean over the rows is 0. The effect of a linear function is thus a straight line.
 *
 * @implNote Places are observed values, so that every prediction uses existing cells. Missing
 *     cells: each such row also gets a present cell, of rows evenly spaced in the order of the
 *     values. The mean difference, plus the mean effect of the cells lent, is their effect.
 */
final class OrderedEffect implements PendingEffect {
  private final Scale scale;
  private final RowPool pool;
  private final int column;
  private final boolean[] taken;
  private final double[] values;
  private final int[] rows;

  /**
   * Positions among the rows, by value; those without a value; and the rows that define the places.
   */
  private final int[] present;

  private final int[] missing;
  private final int[] edges;

  /**
   * Chooses the places.
   *
   * @param pool of cells
   * @param column place of the column
   * @param rows of the pool that are averaged over, at least one
   * @param bins maximum number of steps between places, at least 1
   */
  OrderedEffect(RowPool pool, int column, ColumnValues.Ordered cells, int[] rows, int bins) {
    this.scale = cells.scale();
    this.pool = pool;
    this.column = column;
    this.rows = rows;
    this.taken = new boolean[pool.names().size()];
    this.taken[column] = true;
    this.values = Arrays.stream(rows).mapToDouble(row -> cells.values()[row]).toArray();
    this.present =
        IntStream.range(0, rows.length)
            .filter(i -> !Double.isNaN(values[i]))
            .boxed()
            .sorted(Comparator.comparingDouble(i -> values[i]))
            .mapToInt(i -> i)
            .toArray();
    this.missing = IntStream.range(0, rows.length).filter(i -> Double.isNaN(values[i])).toArray();
    this.edges = edges(bins);
  }

  /**
   * Positions whose values are the places: the least, then those at every K-th, each value once.
   */
  private int[] edges(int bins) {
    List<Integer> chosen = new ArrayList<>();
    for (int k = 0; k <= bins && present.length > 0; k++) {
      int rank = k == 0 ? 0 : (int) (((long) k * present.length + bins - 1) / bins) - 1;
      int at = present[rank];
      if (chosen.isEmpty() || values[at] > values[chosen.get(chosen.size() - 1)]) {
        chosen.add(at);
      }
    }
    return chosen.stream().mapToInt(i -> i).toArray();
  }

  @Override
  public Scale scale() {
    return scale;
  }

  @Override
  public int leftOut() {
    return 0;
  }

  @Override
  public List<Place> places() {
    int[] counts = new int[edges.length];
    for (int i : present) {
      counts[place(values[i])]++;
    }
    List<Place> places = new ArrayList<>();
    for (int k = 0; k < edges.length; k++) {
      places.add(new Place(pool.text(column, rows[edges[k]]), values[edges[k]], counts[k]));
    }
    if (missing.length > 0) {
      places.add(new Place("", Double.NaN, missing.length));
    }
    return places;
  }

  /** The first place at or above a value. */
  private int place(double value) {
    int place = 0;
    while (value > values[edges[place]]) {
      place++;
    }
    return place;
  }

  /** The step that contains a value, counted from 1. */
  private int step(double value) {
    return Math.max(1, place(value));
  }

  @Override
  public void ask(MixedRows into) {
    if (edges.length > 1) {
      for (int i : present) {
        int step = step(values[i]);
        into.add(rows[i], rows[edges[step - 1]], taken);
        into.add(rows[i], rows[edges[step]], taken);
      }
    }
    if (present.length > 0) {
      for (int m = 0; m < missing.length; m++) {
        into.add(rows[missing[m]], rows[lender(m)], taken);
      }
    }
  }

  private int lender(int missed) {
    return present[(int) ((missed + .5) * present.length / missing.length)];
  }

  @Override
  public double[] effect(double[] asked, double[] base) {
    double[] effect = new double[edges.length + (missing.length > 0 ? 1 : 0)];
    int next = 0;
    if (edges.length > 1) {
      double[] sums = new double[edges.length];
      int[] counts = new int[edges.length];
      for (int i : present) {
        int step = step(values[i]);
        sums[step] += asked[next + 1] - asked[next];
        counts[step]++;
        next += 2;
      }
      for (int k = 1; k < edges.length; k++) {
        effect[k] = effect[k - 1] + sums[k] / counts[k];
      }
      double mean =
          Arrays.stream(present).mapToDouble(i -> at(effect, values[i])).average().orElse(0);
      for (int k = 0; k < edges.length; k++) {
        effect[k] -= mean;
      }
    }
    if (present.length > 0 && missing.length > 0) {
      effect[edges.length] = ofMissing(Arrays.copyOfRange(asked, next, asked.length), base, effect);
    }
    return effect;
  }

  private double ofMissing(double[] lent, double[] base, double[] effect) {
    double sum = 0;
    for (int m = 0; m < missing.length; m++) {
      sum += base[missing[m]] - lent[m] + at(effect, values[lender(m)]);
    }
    return sum / missing.length;
  }

  /** Linear between the places. */
  private double at(double[] effect, double value) {
    if (edges.length == 1) {
      return effect[0];
    }
    int step = step(value);
    double low = values[edges[step - 1]];
    double high = values[edges[step]];
    return effect[step - 1] + (value - low) / (high - low) * (effect[step] - effect[step - 1]);
  }
}
