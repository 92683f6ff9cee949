// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.verdict;

import io.otd.core.internal.coverage.Coverage;
import io.otd.core.internal.coverage.CoverageBySize;
import io.otd.core.internal.text.NumberText;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.PredictiveDispersion;
import io.otd.core.metrics.evaluation.PredictiveScores;
import io.otd.core.metrics.evaluation.RowScores;
import io.otd.train.explanation.ColumnImportance;
import io.otd.train.explanation.Estimate;
import io.otd.train.explanation.Explanation;
import io.otd.train.internal.result.Improvement;
import io.otd.train.internal.result.PredictionScores;
import io.otd.train.internal.result.Samples;
import io.otd.train.internal.result.TestFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What the test rows say about a model, in a few sentences.
 *
 * @param targets names, d_y of them
 * @param rows predictions of the test rows, scored
 * @param scores of the same predictions
 * @param metrics of the model; those of a pool begin with {@code pool.}
 * @param explanation of the model, if there is one
 * @param fields the test rows by field; empty for a table, whose rows are independent
 */
public record Verdict(
    List<String> targets,
    RowScores rows,
    PredictionScores scores,
    Map<String, Double> metrics,
    Optional<Explanation> explanation,
    Optional<TestFields> fields) {
  /** One in twenty calibrated models is outside. */
  private static final double ONE_BAND = 1.96;

  private static final int FEWEST_ROWS = 20;
  private static final int FEWEST_FIELDS = 5;
  private static final int MOST_ROWS_OF_PAIRS = 2000;
  private static final int COLUMNS = 3;
  private static final int DIGITS = 3;
  private static final String POOL = "pool.";
  private static final String WEIGHT = ".weight";

  /** The sentences, the most important first. */
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    Improvement.of(metrics).map(Verdict::toTheModelBefore).ifPresent(findings::add);
    skill().ifPresent(findings::add);
    for (int j = 0; j < targets.size(); j++) {
      if (fields.isPresent()) {
        findings.add(coverage(j, fields.get()));
      } else {
        findings.add(coverage(j));
        bySize(j).ifPresent(findings::add);
      }
    }
    columns().ifPresent(findings::add);
    shareOfOtd().ifPresent(findings::add);
    return findings;
  }

  private static Finding toTheModelBefore(Improvement improvement) {
    return switch (improvement.advice()) {
      case SWITCH -> Finding.of(true, improvement.text());
      case KEEP -> Finding.of(false, improvement.text());
      case EITHER -> Finding.neutral(improvement.text());
    };
  }

  /**
   * The energy score against that of the distribution of the targets alone. Under that
   * distribution, the expected score of a row is half the mean distance of two rows: the dispersion
   * of the observed values, taken as draws.
   */
  private Optional<Finding> skill() {
    if (few()) {
      int tested = fields.map(TestFields::fields).orElse(rows.rows());
      return Optional.of(
          Finding.neutral(
              "%s %s too few to judge the model by; see the validation score, or use cross-validation (--folds)."
                  .formatted(
                      NumberText.counted(tested, fields.isPresent() ? "test field" : "test row"),
                      tested == 1 ? "is" : "are")));
    }
    double baseline = PredictiveDispersion.byRow(observed())[0];
    if (baseline == 0) {
      return Optional.empty();
    }
    Estimate score =
        fields
            .map(f -> f.estimate(rows.energyScore()))
            .orElseGet(() -> Samples.estimate(rows.energyScore(), new RowWeights(rows.weight())));
    double gain = 1 - score.value() / baseline;
    String what =
        targets.size() == 1 ? "the distribution of " + targets.get(0) : "the targets' distribution";
    String better = gain > 0 ? Finding.percent(gain) + " better" : "no better";
    Finding.Mark mark =
        score.value() + 2 * score.standardError() < baseline
            ? Finding.Mark.GOOD
            : gain > 0 ? Finding.Mark.NEUTRAL : Finding.Mark.BAD;
    return Optional.of(
        new Finding(
            mark,
            "Predictions are %s than %s alone, without any input (energy score %s instead of %s)."
                .formatted(better, what, score, NumberText.of(baseline, DIGITS))));
  }

  private boolean few() {
    return fields.map(f -> f.fields() < FEWEST_FIELDS).orElse(rows.rows() < FEWEST_ROWS);
  }

  /**
   * All test rows as the draws of one row; of very many rows, and of rows with weights, evenly
   * spaced ones.
   */
  private Draws observed() {
    int every = (rows.rows() + MOST_ROWS_OF_PAIRS - 1) / MOST_ROWS_OF_PAIRS;
    int outputs = targets.size();
    int[] chosen =
        rows.equallyWeighted()
            ? IntStream.range(0, rows.rows()).filter(i -> i % every == 0).toArray()
            : new RowWeights(rows.weight()).evenly(rows.rows() / every);
    double[] values = new double[chosen.length * outputs];
    for (int i = 0; i < chosen.length; i++) {
      for (int j = 0; j < outputs; j++) {
        values[i * outputs + j] = rows.outputs().get(j).observed()[chosen[i]];
      }
    }
    return new Draws(chosen.length, 1, outputs, values);
  }

  private Finding coverage(int output) {
    double level = rows.level();
    PredictiveScores own = scores.targets().getOrDefault(targets.get(output), scores.all());
    Coverage all =
        new Coverage(
            level,
            own.get("picp_" + CoverageLevels.text(level)),
            rows.rows(),
            new RowWeights(rows.weight()).effectiveRows());
    String sentence =
        "%s intervals%s cover %s of %s rows %s."
            .formatted(
                CoverageLevels.percent(level),
                of(output),
                all.percent(),
                all.rows(),
                all.expected(ONE_BAND));
    return all.rows() < FEWEST_ROWS
        ? Finding.neutral(sentence)
        : Finding.of(all.holds(ONE_BAND), sentence);
  }

  /** Of the points of all fields; chance is what differs from field to field. */
  private Finding coverage(int output, TestFields of) {
    Estimate share = of.estimate(of.rows().covered(output, rows.level()));
    String sentence =
        "%s intervals%s cover %s \u00b1 %s %% of the points of a field, on average over %s."
            .formatted(
                CoverageLevels.percent(rows.level()),
                of(output),
                NumberText.percent(share.value()).replace(" %", ""),
                NumberText.fixed(100 * share.standardError(), 1),
                NumberText.counted(of.fields(), "field"));
    double off = Math.abs(share.value() - rows.level());
    boolean holds = off <= 2 * share.standardError();
    // Few fields may agree by chance. No spread of shares is larger than that of whole fields.
    double most = Math.sqrt(rows.level() * (1 - rows.level()) / of.fields());
    return few() || (!holds && off <= 2 * most)
        ? Finding.neutral(sentence)
        : Finding.of(holds, sentence);
  }

  /** Whether the intervals are as right for small and large predictions, narrow and wide ones. */
  private Optional<Finding> bySize(int output) {
    return CoverageBySize.of(rows, output)
        .map(
            size -> {
              String sentence = size.sentence(of(output));
              return size.holdsForAll() && !size.holdsOnAverage()
                  ? Finding.neutral(sentence)
                  : Finding.of(size.holdsForAll(), sentence);
            });
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
}
