// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import io.otd.core.metrics.Draws;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.Figures;
import io.otd.paper.experiment.Measure;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Samplers;
import io.otd.paper.experiment.Trained;
import io.otd.train.internal.chart.MaskHistograms;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Picture;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pictures of the capacity experiment: a typical model of each width, measures of all. */
final class CapacityFigures {
  private static final Canvas PANEL = new Canvas("", 480, 360);
  private static final int POINTS = 257;
  private static final String ENERGY_SCORE = "energy_score";
  private static final Figures.Setting BY_WIDTH =
      new Figures.Setting(
          "hidden width M",
          "width",
          true,
          Capacity.WIDTHS.stream().map(Integer::doubleValue).toList(),
          Capacity.WIDTHS.stream().map(Capacity::name).toList());

  private CapacityFigures() {}

  static List<Figure> of(List<Trained> runs, Samplers samplers) {
    double[] x = UniformGrid.overDomain(POINTS).values();
    List<Picture> predictions = new ArrayList<>();
    Map<String, double[]> masks = new LinkedHashMap<>();
    for (int width : Capacity.WIDTHS) {
      Trained run = Figures.typical(runs, Capacity.name(width), ENERGY_SCORE);
      try (Sampler sampler = samplers.open(run)) {
        Draws draws = sampler.at(x, 10);
        predictions.add(
            CurveFigures.bands(
                PANEL.titled(run.variant().label()), x, draws, Capacity.PROBLEM.training()));
        masks.put(run.variant().label(), sampler.masks(16, 11).transported().values());
      }
    }
    return List.of(
        Figures.figure(
            "predictions",
            Picture.grid(2, predictions),
            "Predictive mean and intervals by width, the seed of the median energy score."),
        Figures.figure(
            "mask-histograms",
            new MaskHistograms(PANEL, 2).draw(masks),
            "Entries of the transported masks by width, the same seeds."),
        sweep(runs, "dispersion", "dispersion U", "Dispersion contracts with the width."),
        sweep(runs, ENERGY_SCORE, "energy score", "The energy score by width."),
        sweep(runs, "rmse", "RMSE of the mean", "The error of the mean by width."),
        sweep(runs, "used_units", "used units", "Units that can move the output by 0.001."));
  }

  private static Figure sweep(List<Trained> runs, String measure, String title, String caption) {
    return Figures.sweep(runs, BY_WIDTH, new Measure(measure, title), caption);
  }
}
