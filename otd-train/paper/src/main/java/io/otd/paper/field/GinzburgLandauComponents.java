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
 * The contributions of the energy score, the flow and the action (paper, "Disentangling the
 * contributions of the Energy Score and transport flow").
 *
 * @implNote At the reduced scale all training and test fields are used, of which the paper uses
 *     half. There and at the large scale batches are of points: a step of few fields would see few
 *     values of mu.
 * @param options the fields and the batch
 */
public record GinzburgLandauComponents(FieldOptions options) implements FieldExperiment {
  private static final String DROPOUT = "dropout";
  private static final String DROPOUT_ES = "dropout-es";
  private static final String OTD_0 = "otd-0";
  private static final String NO_ACTION = "otd-no-action";
  private static final String OTD = "otd";
  static final int STEPS = 2;
  static final double WEIGHT = 1e-7;

  @Override
  public String id() {
    return "gl-components";
  }

  /** The models of the study: four layers, 800 epochs. */
  static FieldModels models(FieldOptions options, Scale scale, double share) {
    FieldSetting setting = options.setting(scale);
    return new FieldModels(
        setting,
        setting.depth(4),
        800,
        share,
        scale == Scale.PAPER ? setting.byField(false) : setting.byPoint());
  }

  private static double share(Scale scale) {
    return scale.paperFields() ? .5 : 1;
  }

  @Override
  public double testShare(Scale scale) {
    return share(scale);
  }

  @Override
  public int draws(Scale scale) {
    return scale.draws(128);
  }

  @Override
  public List<Variant> variants(Scale scale) {
    FieldModels models = models(options, scale, share(scale));
    return List.of(
        models.dropout(DROPOUT),
        models.dropoutWithEnergyScore(DROPOUT_ES),
        models.otd(OTD_0, "OTD-0", 0, 1, 0),
        models.otd(NO_ACTION, "OTD, \u03bb = 0", STEPS, 1, 0),
        models.otd(OTD, "OTD", STEPS, 1, WEIGHT));
  }

  @Override
  public List<Claim> claims(SeedMeans means) {
    List<Claim> claims = new ArrayList<>();
    for (Measure measure : FieldMeasures.SCORES) {
      String name = measure.name();
      claims.add(
          new Claim(
              "the flow lowers the " + measure.label() + ": OTD is below OTD-0",
              means.mean(OTD, name) < means.mean(OTD_0, name)));
    }
    claims.add(
        new Claim(
            "the flow makes the main difference: OTD has at most three quarters of OTD-0's energy"
                + " score",
            means.mean(OTD, "energy_score") < .75 * means.mean(OTD_0, "energy_score")));
    claims.add(
        new Claim(
            "OTD has a smaller energy score than dropout, trained either way",
            means.mean(OTD, "energy_score")
                < Math.min(
                    means.mean(DROPOUT, "energy_score"), means.mean(DROPOUT_ES, "energy_score"))));
    return claims;
  }

  @Override
  public List<Figure> figures(Runs runs, Scale scale) {
    return FieldFigures.training(runs);
  }
}
