// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.evaluation.PredictiveScores;
import io.otd.core.metrics.evaluation.RowScores;
import io.otd.table.internal.fields.FieldPoints;
import io.otd.train.explanation.Estimate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The test rows of fields by field. The points of a field depend on each other, so what varies by
 * chance are means over whole fields.
 *
 * @param at the points of the file, G of them, of each of its fields
 * @param rows predictions of the test rows, scored; field by field, the points in order
 * @param numbers of the rows in the table, from 0
 */
public record TestFields(FieldPoints at, RowScores rows, int[] numbers) {
  /** Number of test fields. */
  public int fields() {
    return rows.rows() / at.points();
  }

  /**
   * The number of a test field in the file.
   *
   * @param field among the test fields, from 0
   * @return from 0
   */
  public int number(int field) {
    return numbers[field * at.points()] / at.points();
  }

  /** What each of some numbers of the rows is in one field. */
  public double[] of(double[] values, int field) {
    return Arrays.copyOfRange(values, field * at.points(), (field + 1) * at.points());
  }

  /** The mean over each field. */
  public double[] means(double[] values) {
    return Samples.means(values, at.points());
  }

  /** The mean over all fields, with its standard error from field to field. */
  public Estimate estimate(double[] values) {
    return Samples.estimate(means(values));
  }

  /**
   * Metrics of the rows without what takes them for independent: the p-value is left out, and
   * standard errors are those from field to field, where there is a mean over the fields.
   *
   * @param metrics by name
   * @param prefix of those of the test rows
   */
  public Map<String, Double> metrics(Map<String, Double> metrics, String prefix) {
    Map<String, Double> result = new LinkedHashMap<>(metrics);
    result.keySet().removeIf(name -> name.endsWith("pit_ks_p"));
    result.keySet().removeIf(name -> name.startsWith(prefix) && name.endsWith("_error"));
    result.put(prefix + "energy_score_error", estimate(rows.energyScore()).standardError());
    result.put(prefix + "mae_error", estimate(rows.error()).standardError());
    return result;
  }

  /** The scores of the rows without what takes points for independent: no band of chance. */
  public PredictionScores scores(PredictionScores ofRows) {
    Map<String, PredictiveScores> targets = new LinkedHashMap<>();
    ofRows.targets().forEach((target, scores) -> targets.put(target, dependent(scores)));
    return new PredictionScores(
        new PredictiveScores(metrics(ofRows.all().values(), ""), ofRows.all().notes()),
        targets,
        ofRows.conformal().map(TestFields::dependent),
        Map.of(),
        ofRows.byGroup(),
        List.of(),
        false);
  }

  private static PredictiveScores dependent(PredictiveScores scores) {
    Map<String, Double> values = new LinkedHashMap<>(scores.values());
    values.keySet().removeIf(name -> name.endsWith("_error") || name.endsWith("pit_ks_p"));
    return new PredictiveScores(values, scores.notes());
  }

  /** The test fields, that of the lowest energy score first. */
  public int[] ranked() {
    return RowWeights.ascending(means(rows.energyScore()));
  }
}
