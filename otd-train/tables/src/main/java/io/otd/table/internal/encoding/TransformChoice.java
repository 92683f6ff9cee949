// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.Crps;
import io.otd.core.metrics.Moments;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.table.Table;
import io.otd.table.settings.ColumnSettings.Transform;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
 * a network.
 *
 * @param column the target with the transform that was chosen
 * @param notice what was chosen, and by which scores
 */
record TransformChoice(TargetColumn column, String notice) {
  private static final int MAX_ROWS = 2000;
  private static final int DRAWS = 101;
  private static final double LEAST_GAIN = 0.02;
  private static final double ERRORS = 2;

  private record Candidate(Transform kind, double[] scores) {
    double mean() {
      return Arrays.stream(scores).average().orElseThrow();
    }

    boolean clearlyBetterThan(Candidate other) {
      double[] gain = new double[scores.length];
      Arrays.setAll(gain, i -> other.scores[i] - scores[i]);
      Moments moments = Moments.of(gain);
      return moments.mean() > LEAST_GAIN * other.mean()
          && moments.mean() > ERRORS * moments.scale() / Math.sqrt(gain.length);
    }
  }

  /**
   * Chooses.
   *
   * @param table holds the inputs
   * @param inputs as encoded
   * @param values of the target in the training rows
   * @param rows the training rows
   */
  static TransformChoice of(
      Table table, List<InputColumn> inputs, String name, double[] values, int[] rows) {
    int count = Math.min(rows.length, MAX_ROWS);
    int[] chosen = new int[count];
    double[] observed = new double[count];
    for (int i = 0; i < count; i++) {
      int place = (int) ((long) i * rows.length / count);
      chosen[i] = rows[place];
      observed[i] = values[place];
    }
    TableSchema schema = new TableSchema(inputs, List.of(TargetColumn.plain(name)));
    LeaveOneOut regression =
        new LeaveOneOut(new TableEncoding(schema).inputs(table, chosen), count, schema.width());
    TargetFit fit = new TargetFit(name);
    List<Candidate> candidates = new ArrayList<>();
    for (Transform kind : kinds(values)) {
      candidates.add(new Candidate(kind, scores(regression, fit.fit(values, kind), observed)));
    }
    Candidate none = candidates.get(0);
    Candidate best = none;
    for (Candidate candidate : candidates) {
      if (candidate.mean() < best.mean() && candidate.clearlyBetterThan(none)) {
        best = candidate;
      }
    }
    return new TransformChoice(fit.fit(values, best.kind()), notice(name, best, candidates));
  }

  private static List<Transform> kinds(double[] values) {
    double least = Arrays.stream(values).min().orElseThrow();
    List<Transform> kinds = new ArrayList<>(List.of(Transform.NONE));
    if (least > 0) {
      kinds.add(Transform.LOG);
    }
    if (least >= 0) {
      kinds.add(Transform.LOG1P);
    }
    kinds.addAll(List.of(Transform.YEO_JOHNSON, Transform.QUANTILE));
    return kinds;
  }

  /** The score of each row, in the target's units. */
  private static double[] scores(LeaveOneOut regression, TargetColumn target, double[] observed) {
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

  private static String notice(String name, Candidate best, List<Candidate> candidates) {
    return "target \"%s\": transform %s chosen; scores left out one by one: %s"
        .formatted(
            name,
            word(best),
            candidates.stream()
                .map(c -> word(c) + " " + NumberText.brief(c.mean()))
                .collect(Collectors.joining(", ")));
  }

  private static String word(Candidate candidate) {
    return candidate.kind().name().toLowerCase(Locale.ROOT);
  }
}
