// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import io.otd.core.internal.text.NumberText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The energy score of the rows held out for validation, in the targets' units, each predicted by
 * networks that have not seen it. It often rests on more rows than the test score.
 *
 * @param energyScore mean over the rows, of calibrated predictions
 * @param energyScoreError its standard error, of fields from field to field
 * @param rows n
 * @param fields that the rows are points of; 0 for rows of a table
 */
public record ValidationEstimate(
    double energyScore, double energyScoreError, int rows, int fields) {
  private static final String SCORE = "validation.energy_score";
  private static final String ERROR = "validation.energy_score_error";
  private static final String ROWS = "validation.rows";
  private static final String FIELDS = "validation.fields";

  /** As a model's metrics have it; nothing if it was trained without validation rows. */
  public static Optional<ValidationEstimate> of(Map<String, Double> metrics) {
    ReadMetrics read = new ReadMetrics(metrics);
    return read.find(SCORE)
        .map(
            score ->
                new ValidationEstimate(
                    score, read.get(ERROR), (int) read.count(ROWS), (int) read.count(FIELDS)));
  }

  /** Among the metrics of a model. */
  public Map<String, Double> metrics() {
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put(SCORE, energyScore);
    metrics.put(ERROR, energyScoreError);
    metrics.put(ROWS, (double) rows);
    if (fields > 0) {
      metrics.put(FIELDS, (double) fields);
    }
    return metrics;
  }

  /** For people: {@code 127 \u00b1 9 on 1,234 held-out rows}. */
  public String text() {
    return "%s on %s held-out %s"
        .formatted(
            NumberText.withSpread(energyScore, energyScoreError),
            NumberText.count(fields > 0 ? fields : rows),
            fields > 0 ? "fields" : "rows");
  }
}
