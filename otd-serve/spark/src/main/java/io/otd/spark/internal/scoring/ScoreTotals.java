// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import io.otd.core.internal.weight.RowMean;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.evaluation.PredictiveScores;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The scores that are means over rows, or roots of such means, of some rows; those of others can be
 * added. A score or standard error that not all of them have is left out, as are scores that need
 * all rows at once, such as ranks.
 */
final class ScoreTotals implements Serializable {
  private static final long serialVersionUID = 1;
  private static final String RMSE = "rmse";
  private static final String ERROR = "_error";

  /** Those that are not means over rows. */
  private static final Pattern OF_ALL_ROWS =
      Pattern.compile("mace|miscalibration_area|pit_.*|spearman_.*|ause|relative_width_.*");

  /** Of the squares for the {@link #RMSE}. */
  private final LinkedHashMap<String, RowMean> means = new LinkedHashMap<>();

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
            (name, value) -> {
              if (!name.endsWith(ERROR) && !OF_ALL_ROWS.matcher(name).matches()) {
                double error = scores.values().getOrDefault(name + ERROR, Double.NaN);
                add(
                    name,
                    name.equals(RMSE)
                        ? RowMean.of(value * value, 2 * value * error, count)
                        : RowMean.of(value, error, count));
              }
            });
  }

  void add(ScoreTotals other) {
    rows += other.rows;
    other.means.forEach(this::add);
  }

  private void add(String name, RowMean part) {
    means.computeIfAbsent(name, n -> new RowMean()).add(part);
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
    means.values().removeIf(mean -> mean.rows() < rows);
    Map<String, Double> scores = new LinkedHashMap<>();
    scores.put("rows", (double) rows);
    means.forEach((name, mean) -> scores.put(name, name.equals(RMSE) ? mean.root() : mean.value()));
    means.forEach(
        (name, mean) ->
            scores.put(name + ERROR, name.equals(RMSE) ? mean.rootError() : mean.standardError()));
    scores.entrySet().removeIf(e -> e.getKey().endsWith(ERROR) && e.getValue().isNaN());
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
