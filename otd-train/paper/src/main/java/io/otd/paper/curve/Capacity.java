// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.flow.VelocityField;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.loss.EnergyScore;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.internal.optimizer.AdamW;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.PointErrors;
import io.otd.core.metrics.evaluation.PredictiveScores;
import io.otd.paper.experiment.Claim;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.Runs;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.SeedMeans;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import io.otd.paper.experiment.VariedSetting;
import io.otd.paper.mask.MaskSample;
import io.otd.train.internal.chart.MaskHistograms;
import io.otd.train.internal.network.TrainingRows;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Picture;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
  private static final int ON_GRID = 0;
  private static final int ON_DATA = 1;
  private static final int MASKS = 2;
  private static final int MASK_BATCHES = 16;

  /** A unit is used if it can change the output by more than this. */
  private static final double LEAST_USE = 1e-3;

  static final CapacityProblem PROBLEM = CapacityProblem.PAPER;
  private static final int EPOCHS = 20_000;
  private static final int DRAWS = 256;
  private static final int SHOWN_POINTS = 257;
  private static final Canvas PANEL = new Canvas("", 480, 360);

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
    return measured(run.variant().model(), sampler);
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
    VariedSetting widths = description().setting();
    double[] x = UniformGrid.overDomain(SHOWN_POINTS).values();
    List<Picture> predictions = new ArrayList<>();
    Map<String, double[]> masks = new LinkedHashMap<>();
    for (VariedSetting.Point width : widths.points()) {
      Trained run = runs.typical(width.variant(), "energy_score");
      try (Sampler sampler = runs.sampler(run)) {
        Draws draws = sampler.at(x, 10);
        predictions.add(
            CurveFigures.bands(PANEL.titled(run.variant().label()), x, draws, PROBLEM.training()));
        masks.put(run.variant().label(), sampler.masks(16, 11).transported().values());
      }
    }
    List<Figure> figures = new ArrayList<>();
    figures.add(
        new Figure(
            "predictions",
            Picture.grid(2, predictions),
            "Predictive mean and intervals by width, the seed of the median energy score."));
    figures.add(
        new Figure(
            "mask-histograms",
            new MaskHistograms(PANEL, 2).draw(masks),
            "Entries of the transported masks by width, the same seeds."));
    figures.addAll(widths.figures(runs));
    return figures;
  }

  /** With K draws on the grid and on the training points. */
  private static Map<String, Double> measured(ModelSpec model, Sampler sampler) {
    Map<String, Double> values = new LinkedHashMap<>();
    Pairs grid = PROBLEM.test();
    Draws draws = sampler.at(grid.x(), ON_GRID);
    PredictiveScores scores = scores(draws, grid);
    for (String name : List.of("dispersion", "energy_score", "rmse", "mace")) {
      values.put(name, scores.get(name));
    }
    values.put("rmse_interpolant", PointErrors.rmse(draws, PROBLEM.teacher().observed()));
    Pairs data = PROBLEM.training();
    PredictiveScores training = scores(sampler.at(data.x(), ON_DATA), data);
    for (String name : List.of("rmse", "dispersion", "energy_score")) {
      values.put("training_" + name, training.get(name));
    }
    MaskSample masks = sampler.masks(MASK_BATCHES, MASKS).transported();
    values.put("mask_sd", masks.meanStandardDeviation());
    values.put("saturated", masks.saturated(.05));
    values.put("used_units", (double) usedUnits(model, sampler.parameters(), grid.x()));
    return values;
  }

  private static PredictiveScores scores(Draws draws, Pairs pairs) {
    return PredictiveScores.of(draws, pairs.observed(), CoverageLevels.GINZBURG_LANDAU);
  }

  /** Units whose largest activation on the grid times their output weight exceeds 0.001. */
  private static int usedUnits(ModelSpec model, float[] parameters, double[] grid) {
    List<Parameter> list = model.parameters();
    List<float[]> values = new ParameterVector(list).split(parameters);
    float[] kernel = values.get(0);
    float[] bias = values.get(1);
    float[] output = values.get(2);
    int used = 0;
    for (int j = 0; j < bias.length; j++) {
      double greatest = 0;
      for (double x : grid) {
        greatest = Math.max(greatest, x * kernel[j] + bias[j]);
      }
      used += greatest * Math.abs(output[j]) > LEAST_USE ? 1 : 0;
    }
    return used;
  }
}
