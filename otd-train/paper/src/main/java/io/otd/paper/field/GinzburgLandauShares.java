// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.field;

import io.otd.paper.experiment.Claim;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.Runs;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.SeedMeans;
import io.otd.paper.experiment.Variant;
import io.otd.paper.experiment.VariedSetting;
import java.util.List;

/**
 * Dispersion over the number of training fields (paper, "Ensemble dispersion versus data
 * availability").
 *
 * @implNote The paper's subsets are not known; ours are drawn by the seed, smaller ones inside
 *     larger ones. As in the paper the epochs are the same for all, so that less data also means
 *     fewer steps.
 * @param options the fields and the batch
 */
public record GinzburgLandauShares(FieldOptions options) implements FieldExperiment {

  @Override
  public String id() {
    return "gl-data";
  }

  @Override
  public List<Variant> variants(Scale scale) {
    return description()
        .setting()
        .variants(
            share ->
                GinzburgLandauMethods.otd(
                    share.variant(), share.label(), options.setting(scale), share.value()));
  }

  @Override
  public List<Claim> claims(SeedMeans means) {
    VariedSetting share = description().setting();
    return List.of(
        new Claim(
            "the dispersion falls with each step of the data", share.falls(means, "dispersion")),
        new Claim("the energy score falls too", share.falls(means, "energy_score")));
  }

  @Override
  public List<Figure> figures(Runs runs, Scale scale) {
    return description().setting().figures(runs);
  }
}
