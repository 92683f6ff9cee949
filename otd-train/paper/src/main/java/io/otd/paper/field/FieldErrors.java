// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.field;

import io.otd.core.metrics.ErrorFields;
import io.otd.core.metrics.evaluation.SpearmanCorrelation;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Errors and dispersions on the test fields, point by point (paper, "Results" of the
 * Ginzburg-Landau experiment).
 *
 * @param cases indices of the test cases
 * @param fields one per case
 */
record FieldErrors(int[] cases, List<ErrorFields> fields) {
  /** The pairs that the paper correlates. */
  enum Pair {
    /** Error of the draws and distance of the draws. */
    FIT_DISPERSION("\u03b5F, \u03b5D", true, true),
    /** Error of the mean and standard deviation. */
    MEAN_DEVIATION("e, \u03c3", false, false),
    /** Error of the draws and standard deviation. */
    FIT_DEVIATION("\u03b5F, \u03c3", true, false),
    /** Error of the mean and distance of the draws. */
    MEAN_DISPERSION("e, \u03b5D", false, true);

    private final String label;
    private final boolean ofDraws;
    private final boolean distance;

    Pair(String label, boolean ofDraws, boolean distance) {
      this.label = label;
      this.ofDraws = ofDraws;
      this.distance = distance;
    }

    /** For readers, e.g. "epsilon_F, epsilon_D". */
    String label() {
      return label;
    }

    private double[] errors(ErrorFields field) {
      return ofDraws ? field.epsilonF() : field.meanError();
    }

    private double[] spreads(ErrorFields field) {
      return distance ? field.epsilonD() : field.standardDeviation();
    }

    private double error(ErrorFields.Averages means) {
      return ofDraws ? means.epsilonF() : means.meanError();
    }

    private double spread(ErrorFields.Averages means) {
      return distance ? means.epsilonD() : means.standardDeviation();
    }
  }

  /** Rank correlation of the means of the cases. */
  double acrossCases(Pair pair) {
    List<ErrorFields.Averages> means = averages();
    return SpearmanCorrelation.of(
        means.stream().mapToDouble(pair::error).toArray(),
        means.stream().mapToDouble(pair::spread).toArray());
  }

  /** Rank correlation over the points of each case, {@code [cases]}; NaN if one is constant. */
  double[] acrossPoints(Pair pair) {
    return fields.stream()
        .mapToDouble(f -> SpearmanCorrelation.of(pair.errors(f), pair.spreads(f)))
        .toArray();
  }

  /** The means of each case. */
  List<ErrorFields.Averages> averages() {
    return fields.stream().map(ErrorFields::averages).toList();
  }

  /** The same of some of the cases: those of these places. */
  FieldErrors at(int[] places) {
    return new FieldErrors(
        Arrays.stream(places).map(p -> cases[p]).toArray(),
        Arrays.stream(places).mapToObj(fields::get).toList());
  }

  /** Measures by name. */
  Map<String, Double> measures() {
    Map<String, Double> values = new LinkedHashMap<>();
    for (Pair pair : Pair.values()) {
      String name = pair.name().toLowerCase(java.util.Locale.ROOT);
      values.put("rank_cases_" + name, acrossCases(pair));
      values.put(
          "rank_points_" + name, Arrays.stream(acrossPoints(pair)).average().orElse(Double.NaN));
    }
    return values;
  }
}
