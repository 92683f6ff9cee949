// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.Figures;
import io.otd.paper.experiment.Measure;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Samplers;
import io.otd.paper.experiment.Trained;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Picture;
import java.util.ArrayList;
import java.util.List;

/** The pictures of the kinetic experiment: masks of the first seed, measures of all. */
final class KineticFigures {
  private static final Canvas PANEL = new Canvas("", 420, 360);

  /** The weight 0 has no place on a logarithmic axis. */
  private static final List<Double> SHOWN = Kinetic.WEIGHTS.stream().filter(w -> w > 0).toList();

  private static final Figures.Setting BY_WEIGHT =
      new Figures.Setting(
          "weight \u03bb of the action",
          "weight",
          true,
          SHOWN,
          SHOWN.stream().map(Kinetic::name).toList());

  private KineticFigures() {}

  static List<Figure> of(List<Trained> runs, Samplers samplers) {
    List<Picture> masks = new ArrayList<>();
    for (double weight : Kinetic.WEIGHTS) {
      Trained run = Figures.first(runs, Kinetic.name(weight));
      try (Sampler sampler = samplers.open(run)) {
        masks.add(
            BimodalFigures.projection(
                PANEL.titled(run.variant().label()),
                sampler.masks(BimodalMeasures.BATCHES_AT_ZERO, 0)));
      }
    }
    return List.of(
        Figures.figure(
            "masks-by-weight",
            Picture.grid(3, masks),
            "Reference and transported masks on the first two principal components of the"
                + " transported ones, by the weight of the action, first seed."),
        sweep(runs, "action", "kinetic action A", "The action by its weight."),
        sweep(
            runs,
            "straightness",
            "half E|z1 \u2212 z0|\u00b2 over A",
            "How straight the paths are: 1 is a straight line at constant speed."),
        sweep(
            runs, "energy_score", "energy score", "The energy score by the weight of the action."));
  }

  private static Figure sweep(List<Trained> runs, String measure, String title, String caption) {
    return Figures.sweep(runs, BY_WEIGHT, new Measure(measure, title), caption);
  }
}
