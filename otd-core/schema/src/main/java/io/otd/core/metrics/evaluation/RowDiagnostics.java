// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The scores that need all rows at once. */
final class RowDiagnostics {
  private RowDiagnostics() {}

  static void put(RowScores rows, Map<String, Double> into, List<String> notes) {
    into.put(
        "miscalibration_area",
        rows.outputs().stream()
            .mapToDouble(o -> MiscalibrationArea.of(o.transform(), rows.weight()))
            .average()
            .orElseThrow());
    if (!rows.equallyWeighted()) {
      weighted(rows, into, notes);
    } else if (rows.rows() > 1) {
      uniformity(rows, into);
      spread(rows, into, notes);
    } else {
      notes.add("pit_ks, spearman_error_dispersion, ause: one row (expected: at least 2)");
    }
  }

  private static void weighted(RowScores rows, Map<String, Double> into, List<String> notes) {
    into.put(
        "pit_ks",
        rows.outputs().stream()
            .mapToDouble(o -> UniformityTest.statistic(o.transform(), rows.weight()))
            .max()
            .orElseThrow());
    double correlation = SpearmanCorrelation.of(rows.error(), rows.dispersion(), rows.weight());
    if (!Double.isNaN(correlation)) {
      into.put("spearman_error_dispersion", correlation);
    }
    notes.add("pit_ks_p, ause: left out, as the rows have weights");
  }

  /**
   * The outputs of a row are not independent: each has its own test, and the smallest p-value is
   * multiplied by their number (Bonferroni), which is valid for any dependence.
   */
  private static void uniformity(RowScores rows, Map<String, Double> into) {
    double statistic = 0;
    double pValue = 1;
    for (RowScores.Output output : rows.outputs()) {
      UniformityTest test = UniformityTest.of(output.transform());
      statistic = Math.max(statistic, test.statistic());
      pValue = Math.min(pValue, rows.outputs().size() * test.pValue());
    }
    into.put("pit_ks", statistic);
    into.put("pit_ks_p", pValue);
  }

  private static void spread(RowScores rows, Map<String, Double> into, List<String> notes) {
    double correlation = SpearmanCorrelation.of(rows.error(), rows.dispersion());
    if (Double.isNaN(correlation)) {
      notes.add(
          "spearman_error_dispersion, ause: errors or dispersions are all equal (expected: not)");
      return;
    }
    into.put("spearman_error_dispersion", correlation);
    if (Arrays.stream(rows.error()).sum() > 0) {
      into.put("ause", Sparsification.of(rows.error(), rows.dispersion()).ause());
    }
  }
}
