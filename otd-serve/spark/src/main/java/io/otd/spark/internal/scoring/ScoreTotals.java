// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.evaluation.PredictiveScores;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Sums over rows of the scores that are means over rows, or roots of such means. Those of other
 * rows are added to them. Scores that need all rows at once, such as ranks, are left out.
 */
final class ScoreTotals implements Serializable {
  private static final long serialVersionUID = 1;
  private static final String RMSE = "rmse";
  private static final String ERROR = "_error";

  /** Those that are not means over rows. */
  private static final Pattern OF_ALL_ROWS =
      Pattern.compile("mace|miscalibration_area|pit_.*|spearman_.*|ause|relative_width_.*");

  private final LinkedHashMap<String, Double> sums = new LinkedHashMap<>();

  /** Of the scores that have a standard error: sums of squared distances from the mean. */
  private final LinkedHashMap<String, Double> squares = new LinkedHashMap<>();

  private long rows;

  /**
   * Adds the scores of some rows.
   *
   * @param count how many they are, at least 1
   */
  void add(PredictiveScores scores, long count) {
    ScoreTotals part = new ScoreTotals();
    part.rows = count;
    Map<String, Double> values = scores.values();
    values.forEach(
        (name, value) -> {
          if (name.endsWith(ERROR)) {
            String score = name.substring(0, name.length() - ERROR.length());
            part.squares.put(score, squares(score, value, values, count));
          } else if (!OF_ALL_ROWS.matcher(name).matches()) {
            part.sums.put(name, count * (name.equals(RMSE) ? value * value : value));
          }
        });
    add(part);
  }

  /** From a standard error; that of a root is that of the mean square over twice the root. */
  private static double squares(
      String score, double error, Map<String, Double> values, long count) {
    double ofMean =
        score.equals(RMSE) ? 2 * Objects.requireNonNull(values.get(RMSE)) * error : error;
    return ofMean * ofMean * count * (count - 1);
  }

  void add(ScoreTotals other) {
    other.squares.forEach(
        (name, sum) -> squares.merge(name, sum + between(name, other), Double::sum));
    rows += other.rows;
    other.sums.forEach((name, sum) -> sums.merge(name, sum, Double::sum));
  }

  /** What two parts with different means add to the squares (Chan, Golub and LeVeque 1979). */
  private double between(String name, ScoreTotals other) {
    if (rows == 0) {
      return 0;
    }
    double difference =
        sums.getOrDefault(name, 0.0) / rows - other.sums.getOrDefault(name, 0.0) / other.rows;
    return difference * difference * rows * other.rows / (rows + other.rows);
  }

  /**
   * The scores of all rows.
   *
   * @param levels whose coverage was measured
   * @param targets how many
   * @throws IllegalArgumentException if there are no rows
   */
  Map<String, Double> scores(List<Double> levels, int targets) {
    if (rows == 0) {
      throw new IllegalArgumentException("rows: none with a prediction (expected: at least one)");
    }
    Map<String, Double> scores = new LinkedHashMap<>();
    scores.put("rows", (double) rows);
    sums.forEach(
        (name, sum) -> scores.put(name, name.equals(RMSE) ? Math.sqrt(sum / rows) : sum / rows));
    squares.forEach((name, sum) -> scores.put(name + ERROR, error(name, sum, scores)));
    if (targets == 1) {
      scores.put(
          "mace",
          levels.stream()
              .mapToDouble(l -> Math.abs(coverage(scores, l) - l))
              .average()
              .orElseThrow());
    }
    return scores;
  }

  private double error(String name, double squared, Map<String, Double> scores) {
    double ofMean = rows < 2 ? 0 : Math.sqrt(squared / (rows - 1) / rows);
    if (!name.equals(RMSE)) {
      return ofMean;
    }
    double root = Objects.requireNonNull(scores.get(RMSE));
    return root == 0 ? 0 : ofMean / (2 * root);
  }

  private static double coverage(Map<String, Double> scores, double level) {
    return Objects.requireNonNull(scores.get("picp_" + CoverageLevels.text(level)));
  }
}
