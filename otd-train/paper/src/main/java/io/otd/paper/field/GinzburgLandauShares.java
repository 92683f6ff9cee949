// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.field;

import io.otd.paper.experiment.Claim;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.Figures;
import io.otd.paper.experiment.Measure;
import io.otd.paper.experiment.Samplers;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.SeedMeans;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Trend;
import io.otd.paper.experiment.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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

  private static final List<Double> SHARES = List.of(.25, .5, .75, 1.0);

  @Override
  public String id() {
    return "gl-data";
  }

  @Override
  public String title() {
    return "Dispersion and the amount of data";
  }

  @Override
  public String question() {
    return "OTD learns from a quarter, a half, three quarters and all of the training fields. Does"
        + " its dispersion on the test fields shrink as it sees more, as a measure of epistemic"
        + " uncertainty should?";
  }

  @Override
  public String reproduces() {
    return "dispersion U by the share of the training fields";
  }

  private static String name(double share) {
    return "share-" + Math.round(100 * share);
  }

  @Override
  public List<Variant> variants(Scale scale) {
    return SHARES.stream()
        .map(
            share ->
                GinzburgLandauMethods.otd(
                    name(share),
                    Math.round(100 * share) + " % of the fields",
                    options.setting(scale),
                    share))
        .toList();
  }

  @Override
  public List<Claim> claims(SeedMeans means, Scale scale) {
    return List.of(
        new Claim("the dispersion falls with each step of the data", falls(means, "dispersion")),
        new Claim("the energy score falls too", falls(means, "energy_score")));
  }

  private static boolean falls(SeedMeans means, String measure) {
    return Trend.falls(
        SHARES.stream().mapToDouble(share -> means.mean(name(share), measure)).toArray());
  }

  @Override
  public List<Figure> figures(List<Trained> runs, Samplers samplers, Scale scale) {
    Figures.Setting setting =
        new Figures.Setting(
            "share of the training fields",
            "share",
            false,
            SHARES,
            SHARES.stream().map(GinzburgLandauShares::name).toList());
    List<Figure> figures = new ArrayList<>();
    figures.add(
        Figures.sweep(
            runs,
            setting,
            new Measure("dispersion", "dispersion U"),
            "Dispersion on the test fields."));
    for (Measure measure : List.of(FieldMeasures.SCORES.get(0), FieldMeasures.SCORES.get(2))) {
      figures.add(
          Figures.sweep(
              runs,
              setting,
              measure,
              String.format(Locale.ROOT, "%s on the test fields.", measure.label())));
    }
    return figures;
  }
}
