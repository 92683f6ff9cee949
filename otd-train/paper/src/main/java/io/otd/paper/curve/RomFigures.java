// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.CentralIntervals;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.Runs;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Trained;
import io.otd.train.internal.chart.CalibrationCurve;
import io.otd.train.internal.plot.Canvas;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pictures of the reduced-order experiment, of the first seed. */
final class RomFigures {
  private static final List<Double> LEVELS =
      List.of(.05, .1, .2, .3, .4, .5, .6, .7, .75, .8, .9, .95);

  private RomFigures() {}

  static List<Figure> of(Runs runs) {
    List<Figure> figures = new ArrayList<>();
    Map<String, double[]> coverage = new LinkedHashMap<>();
    Pairs test = RomProblem.PAPER.test();
    for (String name : List.of(Rom.OTD, Rom.DROPOUT, Rom.DROPOUT_FREE)) {
      Trained run = runs.first(name);
      Draws draws;
      try (Sampler sampler = runs.sampler(run)) {
        draws = sampler.at(test.x(), 0);
      }
      figures.add(predictions(run, test, draws));
      if (name.equals(Rom.OTD)) {
        figures.add(realisations(test, draws));
      }
      coverage.put(run.variant().label(), coverage(test, draws));
    }
    figures.add(calibration(coverage));
    figures.add(
        new Figure(
            "training-otd",
            runs.first(Rom.OTD).curves(),
            "Training of OTD: both terms of the energy score, and the kinetic action."));
    return figures;
  }

  private static Figure predictions(Trained run, Pairs test, Draws draws) {
    String label = run.variant().label();
    return new Figure(
        "predictions-" + run.variant().name(),
        CurveFigures.bands(Canvas.of(label), test.x(), draws, RomProblem.PAPER.training()),
        label + ": predictive mean with the 50 % and 90 % intervals over the training data.");
  }

  private static Figure realisations(Pairs test, Draws draws) {
    return new Figure(
        "realisations-otd",
        CurveFigures.realisations(Canvas.of("OTD"), test.x(), draws, RomProblem.PAPER.training()),
        "Single realisations of OTD: each is one smooth network, and together they cover the fast"
            + " component that none of them follows.");
  }

  private static double[] coverage(Pairs test, Draws draws) {
    return CentralIntervals.of(draws, LEVELS).stream()
        .mapToDouble(c -> c.coverage(test.observed()))
        .toArray();
  }

  private static Figure calibration(Map<String, double[]> coverage) {
    return new Figure(
        "calibration",
        new CalibrationCurve(Canvas.of("Calibration"))
            .draw(LEVELS.stream().mapToDouble(Double::doubleValue).toArray(), coverage),
        "Coverage of central intervals on the 512 test points.");
  }
}
