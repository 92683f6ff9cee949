// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.Runs;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.VariedSetting;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Picture;
import java.util.ArrayList;
import java.util.List;

/** The pictures of the kinetic experiment: masks of the first seed, measures of all. */
final class KineticFigures {
  private static final Canvas PANEL = new Canvas("", 420, 360);

  private KineticFigures() {}

  static List<Figure> of(VariedSetting weights, Runs runs) {
    List<Picture> masks = new ArrayList<>();
    for (VariedSetting.Point weight : weights.points()) {
      Trained run = runs.first(weight.variant());
      try (Sampler sampler = runs.sampler(run)) {
        masks.add(
            BimodalFigures.projection(
                PANEL.titled(run.variant().label()),
                sampler.masks(BimodalMeasures.BATCHES_AT_ZERO, 0)));
      }
    }
    List<Figure> figures = new ArrayList<>();
    figures.add(
        new Figure(
            "masks-by-weight",
            Picture.grid(3, masks),
            "Reference and transported masks on the first two principal components of the"
                + " transported ones, by the weight of the action, first seed."));
    figures.addAll(weights.figures(runs));
    return figures;
  }
}
