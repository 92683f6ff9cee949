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
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * One setting of OTD varied (paper, "Sensitivity to the integration depth and Concrete
 * temperature").
 *
 * @implNote The paper does not say how many fields these studies train on, nor the action's weight.
 *     Its numbers are better than those of the study of the components, which uses half of the
 *     fields; therefore all fields are used here. Everything else is as in that study.
 * @param options the fields and the batch
 * @param setting what is varied
 */
public record GinzburgLandauSweep(FieldOptions options, Setting setting)
    implements FieldExperiment {
  /** The varied parameter. */
  public enum Setting {
    /** L, the Euler steps of the flow. */
    STEPS,
    /** tau, the temperature of the reference. */
    TEMPERATURE
  }

  /** The steps of the flow varied. */
  public static GinzburgLandauSweep steps(FieldOptions options) {
    return new GinzburgLandauSweep(options, Setting.STEPS);
  }

  /** The temperature of the reference varied. */
  public static GinzburgLandauSweep temperature(FieldOptions options) {
    return new GinzburgLandauSweep(options, Setting.TEMPERATURE);
  }

  @Override
  public String id() {
    return "gl-" + setting.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public int draws(Scale scale) {
    return scale.draws(128);
  }

  @Override
  public List<Variant> variants(Scale scale) {
    FieldModels models = GinzburgLandauComponents.models(options, scale, 1);
    return description()
        .setting()
        .variants(
            point ->
                models.otd(
                    point.variant(),
                    point.label(),
                    setting == Setting.STEPS ? (int) point.value() : GinzburgLandauComponents.STEPS,
                    setting == Setting.TEMPERATURE ? point.value() : 1,
                    GinzburgLandauComponents.WEIGHT));
  }

  @Override
  public List<Claim> claims(SeedMeans means) {
    VariedSetting points = description().setting();
    double[] scores = points.means(means, "energy_score");
    double[] mace = points.means(means, "mace");
    return switch (setting) {
      case STEPS ->
          List.of(
              new Claim(
                  "the main gain is from L = 0 to 1: the energy score falls by more than from 1 to"
                      + " 4",
                  scores[0] - scores[1] > scores[1] - scores[3]),
              new Claim("the MACE of L = 0 is the largest", mace[0] > max(mace, 1)),
              new Claim("four steps are no worse than one", scores[3] <= scores[1]));
      case TEMPERATURE ->
          List.of(
              new Claim("\u03c4 = 1 has a smaller energy score than 0.05", scores[3] < scores[0]),
              new Claim("\u03c4 = 1 has a smaller MACE than 0.05", mace[3] < mace[0]));
    };
  }

  private static double max(double[] values, int from) {
    return IntStream.range(from, values.length).mapToDouble(i -> values[i]).max().orElseThrow();
  }

  @Override
  public List<Figure> figures(Runs runs, Scale scale) {
    return description().setting().figures(runs);
  }
}
