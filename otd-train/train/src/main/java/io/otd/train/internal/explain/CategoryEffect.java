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
 * Accumulated local effect of categories (Apley and Zhu 2020): in a given order, the step from a
 * category c to the next one d is the mean of {@code f(d, rest) - f(c, rest)} over the rows that
 * have c or d. The steps are summed up and shifted so that the mean over the rows is 0.
 */
final class CategoryEffect implements PendingEffect {
  private final List<String> labels;
  private final boolean[] taken;
  private final int[] rows;

  /** The place of each row, or -1. */
  private final int[] places;

  private final int[] counts;

  /** A row of each place. */
  private final int[] examples;

  /**
   * Takes categories in order.
   *
   * @param columns how many columns there are
   * @param column place of the column
   * @param cells its values
   * @param order codes of the categories that are shown, at least one; each has a row
   * @param rows of the pool that are averaged over, at least one
   */
  CategoryEffect(int columns, int column, ColumnValues.Categories cells, int[] order, int[] rows) {
    this.labels = Arrays.stream(order).mapToObj(cells.labels()::get).toList();
    this.taken = new boolean[columns];
    this.taken[column] = true;
    this.rows = rows;
    this.places = new int[rows.length];
    this.counts = new int[order.length];
    this.examples = new int[order.length];
    List<Integer> shown = Arrays.stream(order).boxed().toList();
    for (int i = 0; i < rows.length; i++) {
      places[i] = shown.indexOf(cells.codes()[rows[i]]);
      if (places[i] >= 0) {
        counts[places[i]]++;
        examples[places[i]] = rows[i];
      }
    }
  }

  /**
   * The categories with most rows; in a tie, those that occur first.
   *
   * @param most how many
   * @return codes
   */
  static int[] mostFrequent(ColumnValues.Categories cells, int[] rows, int most) {
    int[] counts = new int[cells.labels().size()];
    for (int row : rows) {
      counts[cells.codes()[row]]++;
    }
    return IntStream.range(0, counts.length)
        .filter(code -> counts[code] > 0)
        .boxed()
        .sorted(Comparator.comparingInt(code -> -counts[code]))
        .limit(most)
        .mapToInt(code -> code)
        .toArray();
  }

  @Override
  public Scale scale() {
    return Scale.CATEGORY;
  }

  @Override
  public int leftOut() {
    return (int) Arrays.stream(places).filter(place -> place < 0).count();
  }

  @Override
  public List<Place> places() {
    List<Place> result = new ArrayList<>();
    for (int c = 0; c < counts.length; c++) {
      result.add(new Place(labels.get(c), c, counts[c]));
    }
    return result;
  }

  @Override
  public void ask(MixedRows into) {
    for (int i = 0; i < rows.length; i++) {
      if (places[i] > 0) {
        into.add(rows[i], examples[places[i] - 1], taken);
      }
      if (places[i] >= 0 && places[i] + 1 < counts.length) {
        into.add(rows[i], examples[places[i] + 1], taken);
      }
    }
  }

  @Override
  public double[] effect(double[] asked, double[] base) {
    double[] steps = new double[counts.length];
    int next = 0;
    for (int i = 0; i < rows.length; i++) {
      int place = places[i];
      if (place > 0) {
        steps[place] += (base[i] - asked[next++]) / (counts[place - 1] + counts[place]);
      }
      if (place >= 0 && place + 1 < counts.length) {
        steps[place + 1] += (asked[next++] - base[i]) / (counts[place] + counts[place + 1]);
      }
    }
    double[] effect = new double[counts.length];
    double sum = 0;
    for (int c = 0; c < effect.length; c++) {
      effect[c] = c == 0 ? 0 : effect[c - 1] + steps[c];
      sum += counts[c] * effect[c];
    }
    double mean = sum / Arrays.stream(counts).sum();
    return Arrays.stream(effect).map(e -> e - mean).toArray();
  }
}
