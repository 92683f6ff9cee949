// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.verdict;

import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.PredictiveDispersion;
import io.otd.core.metrics.RowScores;
import io.otd.train.explanation.ColumnImportance;
import io.otd.train.explanation.Explanation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What the test rows say about a model, in a few sentences.
 *
 * @param targets names, d_y of them
 * @param rows predictions of the test rows, scored
 * @param metrics of the model; those of a pool begin with {@code pool.}
 * @param explanation of the model, if there is one
 */
public record Verdict(
    List<String> targets,
    RowScores rows,
    Map<String, Double> metrics,
    Optional<Explanation> explanation) {
  /** One in twenty calibrated models is outside. */
  private static final double ONE_BAND = 1.96;

  /** One in twenty calibrated models has one of ten shares outside. */
  private static final double TEN_BANDS = 2.81;

  private static final int FEWEST_ROWS = 20;
  private static final int FEWEST_ROWS_BY_SIZE = 100;
  private static final int MOST_ROWS_OF_PAIRS = 2000;
  private static final int COLUMNS = 3;
  private static final int DIGITS = 3;
  private static final String POOL = "pool.";
  private static final String WEIGHT = ".weight";

  /** The sentences, the most important first. */
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    skill().ifPresent(findings::add);
    for (int j = 0; j < targets.size(); j++) {
      findings.add(coverage(j));
      bySize(j).ifPresent(findings::add);
    }
    columns().ifPresent(findings::add);
    shareOfOtd().ifPresent(findings::add);
    return findings;
  }

  /**
   * The energy score against that of the distribution of the targets alone. Under that
   * distribution, the expected score of a row is half the mean distance of two rows: the dispersion
   * of the observed values, taken as draws.
   */
  private Optional<Finding> skill() {
    int n = rows.rows();
    if (n < FEWEST_ROWS) {
      return Optional.of(
          Finding.neutral(
              "%s test rows are too few to judge the model by; see the validation score, or use"
                      .formatted(n)
                  + " cross-validation (--folds)."));
    }
    double baseline = PredictiveDispersion.byRow(observed())[0];
    double score = Arrays.stream(rows.energyScore()).average().orElseThrow();
    if (baseline == 0) {
      return Optional.empty();
    }
    double error = standardError(rows.energyScore());
    double gain = 1 - score / baseline;
    String what =
        targets.size() == 1 ? "the distribution of " + targets.get(0) : "the targets' distribution";
    String sentence =
        gain > 0
            ? "Predictions are %s better than %s alone, without any input"
                .formatted(Finding.percent(gain), what)
            : "Predictions are no better than %s alone, without any input".formatted(what);
    return Optional.of(
        Finding.of(
            score + 2 * error < baseline,
            "%s (energy score %s instead of %s)."
                .formatted(
                    sentence,
                    NumberText.withSpread(score, error),
                    NumberText.of(baseline, DIGITS))));
  }

  /** All test rows as the draws of one row; of very many rows, evenly spaced ones. */
  private Draws observed() {
    int every = (rows.rows() + MOST_ROWS_OF_PAIRS - 1) / MOST_ROWS_OF_PAIRS;
    int outputs = targets.size();
    int[] chosen = IntStream.range(0, rows.rows()).filter(i -> i % every == 0).toArray();
    double[] values = new double[chosen.length * outputs];
    for (int i = 0; i < chosen.length; i++) {
      for (int j = 0; j < outputs; j++) {
        values[i * outputs + j] = rows.outputs().get(j).observed()[chosen[i]];
      }
    }
    return new Draws(chosen.length, 1, outputs, values);
  }

  private Finding coverage(int output) {
    Coverage all = byWidth(output).total();
    String sentence =
        "%s intervals%s cover %s of %s rows %s."
            .formatted(
                CoverageLevels.percent(rows.level()),
                of(output),
                all.percent(),
                all.rows(),
                all.expected(ONE_BAND));
    return all.rows() < FEWEST_ROWS
        ? Finding.neutral(sentence)
        : Finding.of(all.holds(ONE_BAND), sentence);
  }

  /** Whether the intervals are right for small and large predictions, narrow and wide ones. */
  private Optional<Finding> bySize(int output) {
    if (rows.rows() < FEWEST_ROWS_BY_SIZE) {
      return Optional.empty();
    }
    List<String> wrong = new ArrayList<>();
    wrong.addAll(
        wrong(
            byWidth(output), "the narrowest fifth of intervals", "the widest fifth of intervals"));
    wrong.addAll(
        wrong(
            CoverageByFifths.of(
                rows.level(), rows.outputs().get(output), rows.outputs().get(output).mean()),
            "the smallest fifth of predictions",
            "the largest fifth of predictions"));
    return Optional.of(
        wrong.isEmpty()
            ? Finding.of(
                true,
                "This holds for small and large predictions, narrow and wide intervals alike%s."
                    .formatted(of(output)))
            : Finding.of(
                false,
                "But not for all rows alike%s: %s."
                    .formatted(of(output), String.join("; ", wrong))));
  }

  private CoverageByFifths byWidth(int output) {
    RowScores.Output of = rows.outputs().get(output);
    double[] width = new double[rows.rows()];
    Arrays.setAll(width, i -> of.high()[i] - of.low()[i]);
    return CoverageByFifths.of(rows.level(), of, width);
  }

  private static List<String> wrong(CoverageByFifths by, String first, String last) {
    List<String> wrong = new ArrayList<>();
    int fifths = by.fifths().size();
    for (int f = 0; f < fifths; f++) {
      Coverage part = by.fifths().get(f);
      if (!part.holds(TEN_BANDS)) {
        String name =
            f == 0
                ? first
                : f == fifths - 1
                    ? last
                    : "fifth %s of 5, from %s to %s"
                        .formatted(f + 1, first.substring(4), last.substring(4));
        wrong.add(
            "%s of %s are covered %s".formatted(part.percent(), name, part.expected(TEN_BANDS)));
      }
    }
    return wrong;
  }

  private String of(int output) {
    return targets.size() == 1 ? "" : " of " + targets.get(output);
  }

  private Optional<Finding> columns() {
    return explanation
        .flatMap(Explanation::importance)
        .map(i -> i.columns().stream().limit(COLUMNS).map(ColumnImportance::name).toList())
        .filter(names -> !names.isEmpty())
        .map(
            names ->
                Finding.neutral("Most important columns: %s.".formatted(String.join(", ", names))));
  }

  private Optional<Finding> shareOfOtd() {
    List<String> weights =
        metrics.keySet().stream()
            .filter(name -> name.startsWith(POOL) && name.endsWith(WEIGHT))
            .toList();
    if (weights.isEmpty()) {
      return Optional.empty();
    }
    double share =
        weights.stream()
            .filter(name -> name.startsWith(POOL + "otd"))
            .mapToDouble(name -> metrics.getOrDefault(name, 0.0))
            .sum();
    return Optional.of(
        Finding.neutral(
            "Share of OTD's own methods in the draws: %s.".formatted(Finding.percent(share))));
  }

  private static double standardError(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return Math.sqrt(squares / (values.length - 1) / values.length);
  }
}
