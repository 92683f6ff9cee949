// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.flow.VelocityField;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.loss.EnergyScore;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.network.MaskedMlp;
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
import java.util.List;
import java.util.Map;

/**
 * From under- to over-parametrisation (paper, "Latent collapse experiment"): one hidden ReLU layer
 * of width M on 17 points of a parabola.
 *
 * @implNote The widths of the predictive network are read as (1, M, 1); trained on {@code y = x^2},
 *     evaluated against it and against the 16 straight pieces through the training points.
 */
public record Capacity() implements CurveExperiment {
  static final CapacityProblem PROBLEM = CapacityProblem.PAPER;
  private static final int EPOCHS = 20_000;
  private static final int DRAWS = 256;

  @Override
  public String id() {
    return "capacity";
  }

  @Override
  public List<Variant> variants(Scale scale) {
    VelocityField velocity = new VelocityField(List.of(4), Activation.RELU, Initializer.HE_UNIFORM);
    return description()
        .setting()
        .variants(
            width ->
                new Variant(
                    width.variant(),
                    width.label(),
                    new ModelSpec(
                        1,
                        1,
                        new MaskedMlp(
                            List.of((int) width.value()),
                            Activation.RELU,
                            Initializer.HE_UNIFORM,
                            Backbone.PLAIN),
                        PaperModels.transported(velocity, FlowSolver.HEUN, 60)),
                    PaperModels.fullBatch(
                        new EnergyScore(16),
                        new KineticAction(8, 1e-8),
                        0,
                        AdamW.of(1e-5),
                        1e-2,
                        scale.epochs(EPOCHS))));
  }

  @Override
  public TrainingRows rows() {
    return PROBLEM.training().rows();
  }

  @Override
  public Map<String, Double> measure(Trained run, Sampler sampler, Scale scale) {
    return CapacityMeasures.of(run.variant().model(), sampler);
  }

  @Override
  public int draws(Scale scale) {
    return scale.draws(DRAWS);
  }

  @Override
  public int points(Scale scale) {
    return PROBLEM.gridPoints();
  }

  @Override
  public List<Claim> claims(SeedMeans means) {
    double[] u = description().setting().means(means, "dispersion");
    return List.of(
        new Claim("dispersion falls from M = 4 to 8", u[0] > u[1]),
        new Claim("dispersion falls from M = 8 to 16", u[1] > u[2]),
        new Claim(
            "dispersion does not rise from M = 16 to 32 (U(16) \u2265 0.8 U(32))",
            u[2] >= .8 * u[3]),
        new Claim("dispersion at M = 4 is at least five times that at 32", u[0] >= 5 * u[3]));
  }

  @Override
  public List<Figure> figures(Runs runs, Scale scale) {
    return CapacityFigures.of(description().setting(), runs);
  }
}
