// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.field;

import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.ErrorFields;
import io.otd.core.metrics.evaluation.Evaluation;
import io.otd.core.metrics.evaluation.PredictiveScores;
import io.otd.core.metrics.evaluation.ScoreOptions;
import io.otd.paper.experiment.Measure;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Trained;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The measures of the Ginzburg-Landau experiments on the test fields, over all their points. */
final class FieldMeasures {
  /** The errors and scores of the paper's tables. */
  static final List<Measure> SCORES =
      List.of(
          new Measure("rmse", "RMSE"),
          new Measure("mae", "MAE"),
          new Measure("energy_score", "energy score"),
          new Measure("mace", "MACE"));

  static final List<Measure> LIST = list();

  private FieldMeasures() {}

  private static List<Measure> list() {
    List<Measure> all = new ArrayList<>(SCORES);
    all.add(new Measure("dispersion", "dispersion U"));
    for (double level : CoverageLevels.GINZBURG_LANDAU) {
      String percent = Math.round(100 * level) + " % interval";
      all.add(new Measure("picp_" + level, "coverage of the " + percent));
      all.add(new Measure("width_" + level, "width of the " + percent));
      all.add(new Measure("relative_width_" + level, "relative width of the " + percent));
    }
    for (FieldErrors.Pair pair : FieldErrors.Pair.values()) {
      String name = pair.name().toLowerCase(Locale.ROOT);
      all.add(new Measure("rank_cases_" + name, "rank correlation across fields: " + pair.label()));
      all.add(
          new Measure(
              "rank_points_" + name,
              "rank correlation across points, mean over fields: " + pair.label()));
    }
    return List.copyOf(all);
  }

  /**
   * Measures a model. Parts about the spread are left out if there is none.
   *
   * @param sampler draws from it; each field has its own masks
   * @param test indices of the test cases
   */
  static Map<String, Double> of(Trained run, Sampler sampler, FieldData data, int[] test) {
    Evaluation evaluation = new Evaluation(1, ScoreOptions.of(CoverageLevels.GINZBURG_LANDAU));
    List<ErrorFields> fields = new ArrayList<>();
    for (int index : test) {
      Draws draws = draws(sampler, data, index);
      double[][] observed = data.observed(index);
      evaluation.add(draws, observed);
      fields.add(ErrorFields.of(draws, observed));
    }
    PredictiveScores scores = evaluation.scores();
    Map<String, Double> all = new LinkedHashMap<>(scores.values());
    all.putAll(new FieldErrors(test, fields).measures());
    boolean spread = run.variant().model().masks().random();
    Map<String, Double> values = new LinkedHashMap<>();
    for (Measure measure : LIST) {
      Double value = all.get(measure.name());
      boolean speaks = spread || SCORES.subList(0, 3).contains(measure);
      if (speaks && value != null && Double.isFinite(value)) {
        values.put(measure.name(), value);
      }
    }
    return values;
  }

  /** Draws of a whole field, {@code [K, G, 1]}. */
  static Draws draws(Sampler sampler, FieldData data, int index) {
    return sampler.of(data.inputs(index), data.fields().points(), index);
  }

  /** Error and dispersion on the test fields. */
  static FieldErrors errors(Sampler sampler, FieldData data, int[] test) {
    List<ErrorFields> fields = new ArrayList<>();
    for (int index : test) {
      fields.add(ErrorFields.of(draws(sampler, data, index), data.observed(index)));
    }
    return new FieldErrors(test, fields);
  }
}
