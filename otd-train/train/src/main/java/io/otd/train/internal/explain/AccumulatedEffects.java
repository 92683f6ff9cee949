// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import io.otd.train.explanation.ColumnEffect;
import io.otd.train.explanation.EffectCurves;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Accumulated local effects of columns on mean, spread and quantiles.
 *
 * @param pool of cells
 * @param targets names, d_y of them
 * @param rows of the pool that are averaged over, at least two
 * @param bins maximum number of steps between the places of a number, and of categories; at least 1
 */
record AccumulatedEffects(
    Summaries summaries, RowPool pool, List<String> targets, int[] rows, int bins) {
  /** Rows that are predicted together, so that compiled blocks are full. */
  private static final int TOGETHER = 16_384;

  /** Maximum number of predictions. */
  static long predictions(int rows, int columns) {
    return rows * (1 + 2L * columns);
  }

  /** The effects of some columns. */
  List<ColumnEffect> of(List<Integer> columns) {
    List<ColumnValues> values =
        IntStream.range(0, pool.names().size()).mapToObj(j -> ColumnValues.of(pool, j)).toList();
    double[][] base = summaries.of(asTheyAre());
    int each = Math.max(1, TOGETHER / (2 * rows.length));
    List<ColumnEffect> effects = new ArrayList<>();
    for (int from = 0; from < columns.size(); from += each) {
      List<Integer> some = columns.subList(from, Math.min(columns.size(), from + each));
      effects.addAll(together(some, values, base));
    }
    return effects;
  }

  private List<ColumnEffect> together(
      List<Integer> columns, List<ColumnValues> values, double[][] base) {
    MixedRows mixed = new MixedRows();
    List<PendingEffect> pending = new ArrayList<>();
    List<Integer> ends = new ArrayList<>(List.of(0));
    for (int column : columns) {
      PendingEffect effect = pending(column, values);
      effect.ask(mixed);
      pending.add(effect);
      ends.add(mixed.size());
    }
    double[][] answers = mixed.size() == 0 ? new double[0][] : summaries.of(mixed);
    List<ColumnEffect> effects = new ArrayList<>();
    for (int i = 0; i < pending.size(); i++) {
      double[][] own = Arrays.copyOfRange(answers, ends.get(i), ends.get(i + 1));
      effects.add(effect(pool.names().get(columns.get(i)), pending.get(i), own, base));
    }
    return effects;
  }

  private MixedRows asTheyAre() {
    MixedRows mixed = new MixedRows();
    for (int row : rows) {
      mixed.add(row, new boolean[pool.names().size()]);
    }
    return mixed;
  }

  private PendingEffect pending(int column, List<ColumnValues> values) {
    if (values.get(column) instanceof ColumnValues.Ordered ordered) {
      return new OrderedEffect(pool, column, ordered, rows, bins);
    }
    ColumnValues.Categories cells = (ColumnValues.Categories) values.get(column);
    List<ColumnValues> others = new ArrayList<>(values);
    others.remove(column);
    int[] order =
        new CategoryOrder(
                cells.labels(),
                Arrays.stream(rows).map(row -> cells.codes()[row]).toArray(),
                others.stream().map(this::ofRows).toList())
            .of(CategoryEffect.mostFrequent(cells, rows, bins));
    return new CategoryEffect(values.size(), column, cells, order, rows);
  }

  private ColumnValues ofRows(ColumnValues values) {
    if (values instanceof ColumnValues.Ordered ordered) {
      return new ColumnValues.Ordered(
          ordered.scale(), Arrays.stream(rows).mapToDouble(row -> ordered.values()[row]).toArray());
    }
    ColumnValues.Categories cells = (ColumnValues.Categories) values;
    return new ColumnValues.Categories(
        cells.labels(), Arrays.stream(rows).map(row -> cells.codes()[row]).toArray());
  }

  private ColumnEffect effect(
      String column, PendingEffect pending, double[][] answers, double[][] base) {
    Map<String, EffectCurves> curves = new LinkedHashMap<>();
    for (int target = 0; target < targets.size(); target++) {
      Map<Double, EffectCurves.Curve> quantiles = new LinkedHashMap<>();
      for (int level = 0; level < summaries.quantiles().size(); level++) {
        quantiles.put(
            summaries.quantiles().get(level),
            curve(pending, answers, base, summaries.quantile(target, level)));
      }
      curves.put(
          targets.get(target),
          new EffectCurves(
              curve(pending, answers, base, summaries.mean(target)),
              curve(pending, answers, base, summaries.deviation(target)),
              quantiles));
    }
    return new ColumnEffect(column, pending.scale(), pending.places(), curves, pending.leftOut());
  }

  private static EffectCurves.Curve curve(
      PendingEffect pending, double[][] answers, double[][] base, int place) {
    double[] before = numbers(base, place);
    return new EffectCurves.Curve(
        Arrays.stream(before).average().orElseThrow(),
        Arrays.stream(pending.effect(numbers(answers, place), before)).boxed().toList());
  }

  private static double[] numbers(double[][] all, int place) {
    return Arrays.stream(all).mapToDouble(numbers -> numbers[place]).toArray();
  }
}
