// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.flow.VelocityField;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.loss.EnergyScore;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.optimizer.AdamW;
import io.otd.paper.experiment.Claim;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.Runs;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.SeedMeans;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import io.otd.train.internal.network.TrainingRows;
import io.otd.train.internal.result.Spread;
import java.util.List;
import java.util.Map;

/**
 * The bimodal aleatoric experiment (paper, "Bimodal Dataset"): {@code y = tanh(x^3 ± a exp(-w
 * x^2))} with a = 0.15, w = 12, both signs equally likely.
 */
public record Bimodal() implements CurveExperiment {
  static final String OTD = "otd";
  static final BimodalProblem PROBLEM = BimodalProblem.PAPER;
  private static final int EPOCHS = 50_000;
  private static final int DRAWS = 1000;

  @Override
  public String id() {
    return "bimodal";
  }

  @Override
  public List<Variant> variants(Scale scale) {
    return List.of(otd(OTD, "OTD", 1e-4, scale.epochs(EPOCHS)));
  }

  /**
   * OTD as trained here.
   *
   * @param actionWeight lambda
   */
  static Variant otd(String name, String label, double actionWeight, int epochs) {
    VelocityField velocity =
        new VelocityField(List.of(4, 4), Activation.GELU_TANH, Initializer.HE_NORMAL);
    return new Variant(
        name,
        label,
        PaperModels.eightEight(
            PaperModels.transported(velocity, FlowSolver.HEUN, 80), Backbone.PLAIN),
        PaperModels.fullBatch(
            new EnergyScore(32),
            new KineticAction(1, actionWeight),
            0,
            AdamW.of(1e-5),
            1e-3,
            epochs));
  }

  @Override
  public TrainingRows rows() {
    return PROBLEM.training().rows();
  }

  @Override
  public Map<String, Double> measure(Trained run, Sampler sampler, Scale scale) {
    return BimodalMeasures.of(sampler);
  }

  @Override
  public int draws(Scale scale) {
    return scale.draws(DRAWS);
  }

  @Override
  public int points(Scale scale) {
    return 2 * PROBLEM.points();
  }

  @Override
  public List<Claim> claims(SeedMeans means) {
    return List.of(
        new Claim(
            "two modes at x = 0 in every run", means.get(OTD, "modes").equals(new Spread(2, 0))),
        new Claim(
            "nearly deterministic at x = -1 and 1: a fifth of the spread at 0 or less",
            Math.max(means.mean(OTD, "sd_at_minus_1"), means.mean(OTD, "sd_at_plus_1"))
                <= means.mean(OTD, "sd_at_0") / 5),
        new Claim(
            "the transported masks are correlated: largest |r| above 0.9, where independent masks"
                + " have none",
            means.mean(OTD, "correlation_max") > .9));
  }

  @Override
  public List<Figure> figures(Runs runs, Scale scale) {
    return BimodalFigures.of(runs);
  }
}
