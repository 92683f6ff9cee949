package io.otd.paper.experiment;

import io.otd.core.metrics.CentralIntervals;
import io.otd.core.metrics.Draws;
import io.otd.paper.experiment.data.Pairs;
import io.otd.paper.experiment.data.RomProblem;
import io.otd.train.report.CalibrationCurve;
import io.otd.train.report.Canvas;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pictures of the reduced-order experiment, of the first seed. */
final class RomPlates {
  private static final List<Double> LEVELS =
      List.of(.05, .1, .2, .3, .4, .5, .6, .7, .75, .8, .9, .95);

  private RomPlates() {}

  static List<Experiment.Plate> of(List<Trained> runs, Experiment.Samplers samplers) {
    List<Experiment.Plate> plates = new ArrayList<>();
    Map<String, double[]> coverage = new LinkedHashMap<>();
    Pairs test = RomProblem.PAPER.test();
    for (String name : List.of(Rom.OTD, Rom.DROPOUT, Rom.DROPOUT_FREE)) {
      Trained run = Plates.first(runs, name);
      Draws draws;
      try (Sampler sampler = samplers.open(run)) {
        draws = sampler.at(test.x(), 0);
      }
      plates.add(predictions(run, test, draws));
      if (name.equals(Rom.OTD)) {
        plates.add(realisations(test, draws));
      }
      coverage.put(run.variant().label(), coverage(test, draws));
    }
    plates.add(calibration(coverage));
    plates.add(
        Plates.plate(
            "training-otd",
            Plates.training(Plates.first(runs, Rom.OTD)),
            "Training of OTD: both terms of the energy score, and the kinetic action."));
    return plates;
  }

  private static Experiment.Plate predictions(Trained run, Pairs test, Draws draws) {
    String label = run.variant().label();
    return Plates.plate(
        "predictions-" + run.variant().name(),
        Plates.bands(Canvas.of(label), test.x(), draws, RomProblem.PAPER.training()),
        label + ": predictive mean with the 50 % and 90 % intervals over the training data.");
  }

  private static Experiment.Plate realisations(Pairs test, Draws draws) {
    return Plates.plate(
        "realisations-otd",
        Plates.realisations(Canvas.of("OTD"), test.x(), draws, RomProblem.PAPER.training()),
        "Single realisations of OTD: each is one smooth network, and together they cover the fast"
            + " component that none of them follows.");
  }

  private static double[] coverage(Pairs test, Draws draws) {
    return CentralIntervals.of(draws, LEVELS).stream()
        .mapToDouble(c -> c.coverage(test.observed()))
        .toArray();
  }

  private static Experiment.Plate calibration(Map<String, double[]> coverage) {
    return Plates.plate(
        "calibration",
        new CalibrationCurve(Canvas.of("Calibration"))
            .draw(LEVELS.stream().mapToDouble(Double::doubleValue).toArray(), coverage),
        "Coverage of central intervals on the 512 test points.");
  }
}
