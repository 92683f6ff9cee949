// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import io.otd.core.metrics.Draws;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.Runs;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.VariedSetting;
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

  private CapacityFigures() {}

  static List<Figure> of(VariedSetting widths, Runs runs) {
    double[] x = UniformGrid.overDomain(POINTS).values();
    List<Picture> predictions = new ArrayList<>();
    Map<String, double[]> masks = new LinkedHashMap<>();
    for (VariedSetting.Point width : widths.points()) {
      Trained run = runs.typical(width.variant(), "energy_score");
      try (Sampler sampler = runs.sampler(run)) {
        Draws draws = sampler.at(x, 10);
        predictions.add(
            CurveFigures.bands(
                PANEL.titled(run.variant().label()), x, draws, Capacity.PROBLEM.training()));
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
}
