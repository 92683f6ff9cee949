// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.internal.text.NumberText;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Crps;
import io.otd.core.metrics.Moments;
import io.otd.core.schema.BoundedTransform;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetSupport;
import io.otd.table.Table;
import io.otd.table.settings.ColumnSettings.Transform;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The transform of a target that predicts left-out rows best, in the target's units.
 *
 * <p>Training a network with each transform would cost as much as five runs, and there are few rows
 * to score it on. A surrogate is therefore scored on all training rows in turn: {@link LeaveOneOut}
 * predicts each from the others on the network's scale, the errors of all rows give the spread
 * about it, and the inverse transform with its bounds gives draws in the target's units, which the
 * energy score rates. What a transform is good for shows in it as in a network: noise that grows
 * with the target, and a relation that becomes simpler. Only training rows are used.
 *
 * <p>A transform is selected only if its score is better than without one by more than a fiftieth,
 * and by more than two standard errors of the difference over the rows: the ridge regression is not
 * a network. Of those, one that changes the target more must be better by a hundredth than the ones
 * before it.
 *
 * @param column the target with the transform that was chosen
 * @param notice what was chosen, and by which scores
 */
record TransformChoice(TargetColumn column, String notice) {
  private static final int MAX_ROWS = 2000;
  private static final int DRAWS = 101;
  private static final double LEAST_GAIN = 0.02;
  private static final double ERRORS = 2;

  private static final double LEAST_STEP = 0.01;

  /**
   * Where a straight line bends near a bound, as shares of the median's distance from it: from
   * hardly bent to nearly a logarithm.
   */
  private static final double[] SHARES = {1.0 / 32, 1.0 / 8, 1.0 / 2, 2, 8};

  private record Candidate(String word, TargetColumn column, double[] scores, RowWeights weights) {
    double mean() {
      return weights.mean(scores);
    }

    boolean clearlyBetterThan(Candidate other) {
      double[] gain = new double[scores.length];
      Arrays.setAll(gain, i -> other.scores[i] - scores[i]);
      Moments moments = Moments.of(gain, weights.of());
      return moments.mean() > LEAST_GAIN * other.mean()
          && moments.mean() > ERRORS * moments.scale() / Math.sqrt(weights.effectiveRows());
    }
  }

  /**
   * Chooses among all transforms, or where the line bends near the bounds that a target approaches.
   *
   * @param table holds the inputs
   * @param inputs as encoded
   * @param fit of the target
   * @param values of the target in the training rows
   * @param rows the training rows
   * @param bounds that the target approaches; without a transform it is kept within them
   * @param all whether transforms may be chosen; else a bound is finite
   */
  static TransformChoice of(
      Table table,
      List<InputColumn> inputs,
      TargetFit fit,
      double[] values,
      int[] rows,
      TargetSupport bounds,
      boolean all) {
    Map<String, TargetColumn> columns = straight(fit, values, bounds);
    if (all) {
      kinds(values).forEach(kind -> columns.put(word(kind), fit.fit(values, kind)));
    }
    Surrogate surrogate = Surrogate.of(table, inputs, fit, values, rows);
    List<Candidate> candidates = new ArrayList<>();
    columns.forEach(
        (word, column) ->
            candidates.add(
                new Candidate(word, column, surrogate.scores(column), surrogate.weights())));
    Candidate first = candidates.get(0);
    Candidate best = first;
    for (Candidate candidate : candidates) {
      if (candidate.mean() < (1 - LEAST_STEP) * best.mean() && candidate.clearlyBetterThan(first)) {
        best = candidate;
      }
    }
    return new TransformChoice(
        best.column(),
        "target \"%s\": transform %s chosen; scores left out one by one: %s"
            .formatted(
                fit.name(),
                best.word(),
                candidates.stream()
                    .map(c -> c.word() + " " + NumberText.brief(c.mean()))
                    .collect(Collectors.joining(", "))));
  }

  /** No transform, or a line that bends at the bounds, the least bent first. */
  private static Map<String, TargetColumn> straight(
      TargetFit fit, double[] values, TargetSupport bounds) {
    Map<String, TargetColumn> columns = new LinkedHashMap<>();
    if (!bounds.bounded()) {
      columns.put(word(Transform.NONE), fit.fit(values, Transform.NONE));
      return columns;
    }
    for (double share : SHARES) {
      TargetColumn column = fit.fit(values, bounds, share);
      double unit = ((BoundedTransform) column.transform()).unit();
      columns.put("within " + NumberText.brief(unit) + " of a bound", column);
    }
    return columns;
  }

  private static List<Transform> kinds(double[] values) {
    double least = Arrays.stream(values).min().orElseThrow();
    List<Transform> kinds = new ArrayList<>();
    if (least > 0) {
      kinds.add(Transform.LOG);
    }
    if (least >= 0) {
      kinds.add(Transform.LOG1P);
    }
    kinds.addAll(List.of(Transform.YEO_JOHNSON, Transform.QUANTILE));
    return kinds;
  }

  private static String word(Transform kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /**
   * What is trained instead of a network.
   *
   * @param regression on the inputs of some training rows
   * @param observed targets of these rows
   * @param weights how much each of them counts
   */
  private record Surrogate(LeaveOneOut regression, double[] observed, RowWeights weights) {
    static Surrogate of(
        Table table, List<InputColumn> inputs, TargetFit fit, double[] values, int[] rows) {
      int count = Math.min(rows.length, MAX_ROWS);
      int[] chosen = new int[count];
      double[] observed = new double[count];
      double[] weights = new double[count];
      for (int i = 0; i < count; i++) {
        int place = (int) ((long) i * rows.length / count);
        chosen[i] = rows[place];
        observed[i] = values[place];
        weights[i] = fit.weights().at(place);
      }
      TableSchema schema = new TableSchema(inputs, List.of(TargetColumn.plain(fit.name())));
      float[] encoded = new TableEncoding(schema).inputs(table, chosen);
      return new Surrogate(
          new LeaveOneOut(encoded, count, schema.width()), observed, new RowWeights(weights));
    }

    /** The score of each row, in the target's units. */
    double[] scores(TargetColumn target) {
      double[] outputs = Arrays.stream(observed).map(target::forward).toArray();
      double[] errors = regression.errors(outputs);
      double[] ascending = errors.clone();
      Arrays.sort(ascending);
      double[] spread = Quantiles.thinned(ascending, DRAWS);
      double[] scores = new double[observed.length];
      for (int i = 0; i < scores.length; i++) {
        double predicted = outputs[i] - errors[i];
        double[] draws = Arrays.stream(spread).map(e -> target.back(predicted + e)).toArray();
        scores[i] = Crps.empirical(draws, observed[i]);
      }
      return scores;
    }
  }
}
