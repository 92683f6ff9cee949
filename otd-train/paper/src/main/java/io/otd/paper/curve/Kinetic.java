// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import io.otd.paper.experiment.Claim;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.Runs;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.SeedMeans;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import io.otd.paper.experiment.VariedSetting;
import io.otd.train.internal.network.TrainingRows;
import java.util.List;
import java.util.Map;

/**
 * The effect of the kinetic regularisation (paper, "The role of the kinetic regularisation"): the
 * bimodal experiment with other weights of the action.
 *
 * @implNote The paper shows pictures for some weights and prints no numbers; weights and number of
 *     epochs are those of the JAX runs that ours are compared with.
 */
public record Kinetic() implements CurveExperiment {
  private static final int EPOCHS = 10_000;
  private static final Bimodal BIMODAL = new Bimodal();

  @Override
  public String id() {
    return "kinetic";
  }

  @Override
  public List<Variant> variants(Scale scale) {
    return description()
        .setting()
        .variants(
            weight ->
                Bimodal.otd(
                    weight.variant(), weight.label(), weight.value(), scale.epochs(EPOCHS)));
  }

  @Override
  public TrainingRows rows() {
    return BIMODAL.rows();
  }

  @Override
  public Map<String, Double> measure(Trained run, Sampler sampler, Scale scale) {
    return KineticMeasures.of(run.history(), sampler);
  }

  @Override
  public int draws(Scale scale) {
    return BIMODAL.draws(scale);
  }

  @Override
  public int points(Scale scale) {
    return BIMODAL.points(scale);
  }

  @Override
  public List<Claim> claims(SeedMeans means) {
    VariedSetting weight = description().setting();
    double[] straightness = weight.means(means, "straightness");
    double[] score = weight.means(means, "energy_score");
    return List.of(
        new Claim("the action falls with every step of \u03bb", weight.falls(means, "action")),
        new Claim(
            "the paths become straighter from \u03bb = 0 to 1: half E|z1 \u2212 z0|\u00b2 over the action"
                + " rises",
            straightness[0] < straightness[straightness.length - 1]),
        new Claim(
            "too large a weight costs quality: the energy score at 0.1 is above that at 0.01, and"
                + " this above that at 0.0001",
            score[5] > score[4] && score[4] > score[2]));
  }

  @Override
  public List<Figure> figures(Runs runs, Scale scale) {
    return KineticFigures.of(description().setting(), runs);
  }
}
