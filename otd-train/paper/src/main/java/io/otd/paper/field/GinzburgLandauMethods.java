// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.field;

import io.otd.paper.experiment.Claim;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.Measure;
import io.otd.paper.experiment.Runs;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.SeedMeans;
import io.otd.paper.experiment.Variant;
import java.util.ArrayList;
import java.util.List;

/**
 * OTD compared with dropout and a deterministic network (paper, "Accuracy, marginal calibration,
 * and sharpness").
 *
 * @implNote The temperature is that of the table, 1. Batches are of points of all fields. For the
 *     paper's five intervals, the relative width is also shown.
 * @param options the fields and the batch
 */
public record GinzburgLandauMethods(FieldOptions options) implements FieldExperiment {
  static final String OTD = "otd";
  static final String DROPOUT = "dropout";
  static final String DETERMINISTIC = "deterministic";

  @Override
  public String id() {
    return "gl";
  }

  /** The models of the main experiment. */
  private static FieldModels models(FieldSetting setting, double share) {
    return new FieldModels(setting, setting.depth(5), 2000, share, setting.byPoint());
  }

  /** OTD as in the main experiment. */
  static Variant otd(String name, String label, FieldSetting setting, double share) {
    return models(setting, share).otd(name, label, 5, 1, 1e-5);
  }

  @Override
  public List<Variant> variants(Scale scale) {
    FieldSetting setting = options.setting(scale);
    FieldModels models = models(setting, 1);
    return List.of(
        models.deterministic(DETERMINISTIC), models.dropout(DROPOUT), otd(OTD, "OTD", setting, 1));
  }

  @Override
  public List<Claim> claims(SeedMeans means) {
    List<Claim> claims = new ArrayList<>();
    for (Measure measure : FieldMeasures.SCORES.subList(0, 3)) {
      String name = measure.name();
      double otd = means.mean(OTD, name);
      claims.add(
          new Claim(
              "OTD has a smaller " + measure.label() + " than dropout and the plain network",
              otd < means.mean(DROPOUT, name) && otd < means.mean(DETERMINISTIC, name)));
    }
    claims.add(
        new Claim(
            "OTD has a smaller MACE than dropout",
            means.mean(OTD, "mace") < means.mean(DROPOUT, "mace")));
    claims.add(
        new Claim(
            "fields with larger errors have larger dispersion: rank correlation above 0.8",
            means.mean(OTD, "rank_cases_fit_dispersion") > .8));
    claims.add(
        new Claim(
            "points with larger errors have larger dispersion: rank correlation above 0.5 on average"
                + " over the fields",
            means.mean(OTD, "rank_points_fit_dispersion") > .5));
    return claims;
  }

  @Override
  public List<Figure> figures(Runs runs, Scale scale) {
    return new FieldFigures(data(scale)).methods(runs);
  }
}
