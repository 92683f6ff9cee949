// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.field;

import io.otd.paper.experiment.Claim;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.Runs;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.SeedMeans;
import io.otd.paper.experiment.Variant;
import java.util.ArrayList;
import java.util.List;

/**
 * Low-latent and conditional OTD compared with OTD (paper, "A generalisation of OTD").
 *
 * @implNote The paper gives neither epochs nor steps of the flow: those of the main experiment are
 *     used, with the six layers of 256 that its latent dimension of 1536 implies. Batches consist
 *     of whole fields, and in conditional OTD each field has its own code, as in the paper. Widths
 *     of codes are the same shares of the mask's width at every scale. The paper does not state the
 *     level of its sharpness, nor whether it is relative; the relative width of 90 % is compared
 *     with it. A standard deviation printed as 0.000 is treated as 0.001.
 * @param options the fields and the batch
 */
public record LatentDimensions(FieldOptions options) implements FieldExperiment {
  private static final String OTD = "otd";
  private static final int PAPER_WIDTH = 1536;
  private static final List<Integer> CODES = List.of(512, 128, 32);
  private static final int STEPS = 5;
  private static final double WEIGHT = 1e-5;

  @Override
  public String id() {
    return "latent";
  }

  private static FieldModels models(FieldSetting setting, boolean ownMasks) {
    return new FieldModels(setting, setting.depth(6), 2000, 1, setting.byField(ownMasks));
  }

  private static String lowLatent(int code) {
    return "low-latent-" + code;
  }

  private static String conditional(int code) {
    return "conditional-" + code;
  }

  @Override
  public List<Variant> variants(Scale scale) {
    FieldSetting setting = options.setting(scale);
    FieldModels models = models(setting, false);
    FieldModels own = models(setting, true);
    List<Variant> all = new ArrayList<>();
    all.add(models.otd(OTD, "OTD, d = " + models.maskWidth(), STEPS, 1, WEIGHT));
    for (int code : CODES) {
      int width = scaled(code, models);
      all.add(models.lowLatent(lowLatent(code), "low-latent, d = " + width, width, STEPS, WEIGHT));
    }
    List<Integer> codes = new ArrayList<>(List.of(PAPER_WIDTH));
    codes.addAll(CODES);
    for (int code : codes) {
      int width = scaled(code, models);
      all.add(
          own.conditional(conditional(code), "conditional, d = " + width, width, STEPS, WEIGHT));
    }
    return all;
  }

  private static int scaled(int code, FieldModels models) {
    return Math.max(2, Math.round((float) code * models.maskWidth() / PAPER_WIDTH));
  }

  @Override
  public List<Claim> claims(SeedMeans means) {
    double otd = means.mean(OTD, "energy_score");
    return List.of(
        new Claim(
            "OTD has the smallest energy score",
            means.byVariant().keySet().stream()
                .allMatch(v -> v.equals(OTD) || otd <= means.mean(v, "energy_score"))),
        new Claim(
            "low-latent OTD stays within a quarter of it at every width",
            CODES.stream().allMatch(c -> means.mean(lowLatent(c), "energy_score") <= 1.25 * otd)),
        new Claim(
            "conditional OTD does better with a short code than with one as wide as the masks",
            means.mean(conditional(32), "energy_score")
                < means.mean(conditional(PAPER_WIDTH), "energy_score")));
  }

  @Override
  public List<Figure> figures(Runs runs, Scale scale) {
    return FieldFigures.training(runs);
  }
}
