// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.PredictiveScores;
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

  /** Those that are not means over rows. */
  private static final Pattern OF_ALL_ROWS =
      Pattern.compile("mace|miscalibration_area|pit_.*|spearman_.*|ause|relative_width_.*");

  private final LinkedHashMap<String, Double> sums = new LinkedHashMap<>();
  private long rows;

  /**
   * Adds the scores of some rows.
   *
   * @param count how many they are, at least 1
   */
  void add(PredictiveScores scores, long count) {
    rows += count;
    scores
        .values()
        .forEach(
            (name, mean) -> {
              if (!OF_ALL_ROWS.matcher(name).matches()) {
                double term = name.equals(RMSE) ? mean * mean : mean;
                sums.merge(name, term * count, Double::sum);
              }
            });
  }

  void add(ScoreTotals other) {
    rows += other.rows;
    other.sums.forEach((name, sum) -> sums.merge(name, sum, Double::sum));
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

  private static double coverage(Map<String, Double> scores, double level) {
    return Objects.requireNonNull(scores.get("picp_" + CoverageLevels.text(level)));
  }
}
