package io.otd.paper.experiment;

import io.otd.train.report.Canvas;
import io.otd.train.report.Picture;
import java.util.ArrayList;
import java.util.List;

/** The pictures of the kinetic experiment: masks of the first seed, measures of all. */
final class KineticPlates {
  private static final Canvas PANEL = new Canvas("", 420, 360);

  /** The weight 0 has no place on a logarithmic axis. */
  private static final List<Double> SHOWN = Kinetic.WEIGHTS.stream().filter(w -> w > 0).toList();

  private static final Plates.Setting BY_WEIGHT =
      new Plates.Setting(
          "weight \u03bb of the action",
          "weight",
          true,
          SHOWN,
          SHOWN.stream().map(Kinetic::name).toList());

  private KineticPlates() {}

  static List<Experiment.Plate> of(List<Trained> runs, Experiment.Samplers samplers) {
    List<Picture> masks = new ArrayList<>();
    for (double weight : Kinetic.WEIGHTS) {
      Trained run = Plates.first(runs, Kinetic.name(weight));
      try (Sampler sampler = samplers.open(run)) {
        masks.add(
            BimodalPlates.projection(
                PANEL.titled(run.variant().label()),
                sampler.masks(BimodalMeasures.BATCHES_AT_ZERO, 0)));
      }
    }
    return List.of(
        Plates.plate(
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

  private static Experiment.Plate sweep(
      List<Trained> runs, String measure, String title, String caption) {
    return Plates.sweep(runs, BY_WEIGHT, new Measure(measure, title), caption);
  }
}
