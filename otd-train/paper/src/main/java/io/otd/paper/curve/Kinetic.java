// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import io.otd.paper.experiment.Claim;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.Measure;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Samplers;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.SeedMeans;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Trend;
import io.otd.paper.experiment.Variant;
import io.otd.train.internal.network.TrainingRows;
import java.util.ArrayList;
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
  static final List<Double> WEIGHTS = List.of(0.0, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0);
  private static final int EPOCHS = 10_000;
  private static final Bimodal BIMODAL = new Bimodal();

  @Override
  public String id() {
    return "kinetic";
  }

  @Override
  public String title() {
    return "The role of the kinetic regularisation";
  }

  @Override
  public String question() {
    return "The weight \u03bb of the kinetic action charges for the transport of the masks, here on the"
        + " bimodal data. Do the paths become shorter and straighter as it grows, and from which"
        + " weight on does that cost predictive quality?";
  }

  @Override
  public String reproduces() {
    return "reference and transported masks by the weight of the action";
  }

  /** Name of the variant of a weight. */
  static String name(double weight) {
    return weight == 0 ? "lambda-0" : "lambda-1e%s".formatted(Math.round(Math.log10(weight)));
  }

  @Override
  public List<Variant> variants(Scale scale) {
    List<Variant> variants = new ArrayList<>();
    for (double weight : WEIGHTS) {
      variants.add(
          Bimodal.otd(
              name(weight), "\u03bb = " + Variant.number(weight), weight, scale.epochs(EPOCHS)));
    }
    return variants;
  }

  @Override
  public TrainingRows rows() {
    return BIMODAL.rows();
  }

  @Override
  public List<Measure> measures() {
    return KineticMeasures.LIST;
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
  public int points() {
    return BIMODAL.points();
  }

  @Override
  public List<Claim> claims(SeedMeans means) {
    double[] action = mean(means, "action");
    double[] straightness = mean(means, "straightness");
    double[] score = mean(means, "energy_score");
    return List.of(
        new Claim("the action falls with every step of \u03bb", Trend.falls(action)),
        new Claim(
            "the paths become straighter from \u03bb = 0 to 1: half E|z1 \u2212 z0|\u00b2 over the action"
                + " rises",
            straightness[0] < straightness[straightness.length - 1]),
        new Claim(
            "too large a weight costs quality: the energy score at 0.1 is above that at 0.01, and"
                + " this above that at 0.0001",
            score[5] > score[4] && score[4] > score[2]));
  }

  private static double[] mean(SeedMeans means, String measure) {
    return WEIGHTS.stream().mapToDouble(w -> means.mean(name(w), measure)).toArray();
  }

  @Override
  public List<Figure> figures(List<Trained> runs, Samplers samplers, Scale scale) {
    return KineticFigures.of(runs, samplers);
  }
}
