package io.otd.train.experiment;

import io.otd.core.metrics.ErrorFields;
import io.otd.core.metrics.SpearmanCorrelation;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Errors and dispersions on the test fields, point by point (paper, "Results" of the
 * Ginzburg-Landau experiment).
 *
 * @param cases indices of the test cases
 * @param fields one a case
 */
record FieldErrors(int[] cases, List<ErrorFields> fields) {
  /** The pairs that the paper correlates, by name. */
  enum Pair {
    /** Error of the draws and distance of the draws. */
    FIT_DISPERSION(
        "\u03b5F, \u03b5D", ErrorFields.Averages::epsilonF, ErrorFields.Averages::epsilonD),
    /** Error of the mean and standard deviation. */
    MEAN_DEVIATION(
        "e, \u03c3", ErrorFields.Averages::meanError, ErrorFields.Averages::standardDeviation),
    /** Error of the draws and standard deviation. */
    FIT_DEVIATION(
        "\u03b5F, \u03c3", ErrorFields.Averages::epsilonF, ErrorFields.Averages::standardDeviation),
    /** Error of the mean and distance of the draws. */
    MEAN_DISPERSION("e, \u03b5D", ErrorFields.Averages::meanError, ErrorFields.Averages::epsilonD);

    private final String label;
    private final ToDoubleFunction<ErrorFields.Averages> first;
    private final ToDoubleFunction<ErrorFields.Averages> second;

    Pair(
        String label,
        ToDoubleFunction<ErrorFields.Averages> first,
        ToDoubleFunction<ErrorFields.Averages> second) {
      this.label = label;
      this.first = first;
      this.second = second;
    }

    /** For readers, e.g. "epsilon_F, epsilon_D". */
    String label() {
      return label;
    }

    /** The two fields of a case. */
    private double[][] of(ErrorFields field) {
      return switch (this) {
        case FIT_DISPERSION -> new double[][] {field.epsilonF(), field.epsilonD()};
        case MEAN_DEVIATION -> new double[][] {field.meanError(), field.standardDeviation()};
        case FIT_DEVIATION -> new double[][] {field.epsilonF(), field.standardDeviation()};
        case MEAN_DISPERSION -> new double[][] {field.meanError(), field.epsilonD()};
      };
    }
  }

  /** Rank correlation of the means of the cases. */
  double acrossCases(Pair pair) {
    List<ErrorFields.Averages> means = averages();
    return SpearmanCorrelation.of(
        means.stream().mapToDouble(pair.first).toArray(),
        means.stream().mapToDouble(pair.second).toArray());
  }

  /** Rank correlation over the points of each case, {@code [cases]}; NaN where one is constant. */
  double[] acrossPoints(Pair pair) {
    return fields.stream()
        .mapToDouble(
            field -> {
              double[][] both = pair.of(field);
              return SpearmanCorrelation.of(both[0], both[1]);
            })
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
