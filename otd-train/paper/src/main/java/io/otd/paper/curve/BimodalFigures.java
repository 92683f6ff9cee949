// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.density.Bandwidth;
import io.otd.core.metrics.density.GaussianKde;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.Runs;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Trained;
import io.otd.paper.mask.MaskCorrelation;
import io.otd.paper.mask.PrincipalComponents;
import io.otd.train.internal.chart.CorrelationMap;
import io.otd.train.internal.chart.DensityMap;
import io.otd.train.internal.chart.MaskHistograms;
import io.otd.train.internal.chart.MaskProjection;
import io.otd.train.internal.chart.PredictiveDensities;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Picture;
import java.util.List;
import java.util.Map;

/** The pictures of the bimodal experiment, of the first seed. */
final class BimodalFigures {
  private static final int COLUMNS = 481;
  private static final int ROWS = 721;

  /**
   * Kernels span several cells of the map in both directions, so that a thin line is not a row of
   * dots.
   */
  private static final double NARROWEST = .008;

  private static final int LINES = 241;
  private static final int SHOWN_MASKS = 1000;

  private BimodalFigures() {}

  static List<Figure> of(Runs runs) {
    Trained run = runs.first(Bimodal.OTD);
    try (Sampler sampler = runs.sampler(run)) {
      Sampler.Masks masks = sampler.masks(BimodalMeasures.BATCHES_AT_ZERO, 0);
      Pairs data = Bimodal.PROBLEM.training();
      double[] fine = UniformGrid.overDomain(LINES).values();
      return List.of(
          density(sampler, data),
          new Figure(
              "realisations",
              CurveFigures.realisations(
                  Canvas.of("Realisations"), fine, sampler.at(fine, 20), data),
              "Single realisations of the network: each takes one of the branches."),
          atZero(sampler),
          projection(masks),
          new Figure(
              "mask-correlation",
              new CorrelationMap(Canvas.of("Correlation of the masks").sized(600, 500), "mask unit")
                  .draw(MaskCorrelation.of(masks.transported()).matrix(), new int[] {8}),
              "Correlation of the transported masks. The lines separate the two hidden layers; the"
                  + " reference masks are independent."),
          new Figure(
              "mask-histogram",
              new MaskHistograms(Canvas.of(""), 1)
                  .draw(Map.of("Transported masks", masks.transported().values())),
              "All entries of the transported masks; those of the reference distribution are"
                  + " uniform."),
          new Figure(
              "training",
              run.curves(),
              "Training: both terms of the energy score, and the kinetic action."));
    }
  }

  private static Figure density(Sampler sampler, Pairs data) {
    double[] x = UniformGrid.overDomain(COLUMNS).values();
    double[] y = new UniformGrid(-.9, .9, ROWS).values();
    Draws draws = sampler.at(x, 21);
    double[][] density = new double[x.length][];
    for (int i = 0; i < x.length; i++) {
      density[i] = new GaussianKde(draws.of(i, 0), new Bandwidth.Scott(1, NARROWEST)).density(y);
    }
    return new Figure(
        "conditional-density",
        new DensityMap(Canvas.of("Conditional density of OTD"), "x", "y")
            .draw(x, y, density, data.x(), data.y()),
        "Kernel density of the draws at each x, relative to its maximum there, with the training"
            + " data.");
  }

  private static Figure atZero(Sampler sampler) {
    double[] draws = sampler.many(0, BimodalMeasures.BATCHES_AT_ZERO, 0);
    return new Figure(
        "density-at-zero",
        new PredictiveDensities(Canvas.of(""), 1, "y")
            .draw(
                List.of(
                    new PredictiveDensities.Row(
                        "Predictive density at x = 0", draws, Double.NaN, Double.NaN, Double.NaN))),
        "Kernel density of the draws at x = 0; the true distribution has half its mass at each of"
            + " \u00b1tanh 0.15 = \u00b10.149.");
  }

  private static Figure projection(Sampler.Masks masks) {
    return new Figure(
        "mask-components",
        projection(Canvas.of("Masks on their principal components"), masks),
        "Reference and transported masks on the first two principal components of the transported"
            + " ones.");
  }

  /** Masks before and after the flow on the first two components of the latter. */
  static Picture projection(Canvas canvas, Sampler.Masks masks) {
    PrincipalComponents components = PrincipalComponents.of(masks.transported());
    return new MaskProjection(canvas)
        .draw(
            columns(components.project(masks.reference(), 2)),
            columns(components.project(masks.transported(), 2)),
            new double[] {components.share(0), components.share(1)});
  }

  /** The first n points, {@code [2][n]}. */
  private static double[][] columns(double[][] points) {
    int shown = Math.min(SHOWN_MASKS, points.length);
    double[][] result = new double[2][shown];
    for (int k = 0; k < shown; k++) {
      result[0][k] = points[k][0];
      result[1][k] = points[k][1];
    }
    return result;
  }
}
