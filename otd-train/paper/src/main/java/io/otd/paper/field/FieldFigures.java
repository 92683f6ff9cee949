// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.field;

import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.ErrorFields;
import io.otd.core.metrics.evaluation.SpearmanCorrelation;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.Runs;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Trained;
import io.otd.train.internal.chart.ErrorAgainstDispersion;
import io.otd.train.internal.chart.FieldMap;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Picture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The pictures of the Ginzburg-Landau experiments, of the first seed.
 *
 * @param data the fields, on a square grid
 */
record FieldFigures(FieldData data) {
  private static final Canvas CELL = new Canvas("", 296, 236);
  private static final int OVERVIEW = 16;

  /** Those of the paper's 16 samples that it shows: the 4th, 7th, 10th and 13th. */
  private static final double[] SHOWN = {3 / 15.0, 6 / 15.0, 9 / 15.0, 12 / 15.0};

  /** Fields, predictions of the three methods, errors and dispersions of OTD. */
  List<Figure> methods(Runs runs) {
    List<Figure> figures = new ArrayList<>();
    figures.add(overview());
    figures.add(predictions(runs));
    figures.addAll(samples(runs.first(GinzburgLandauMethods.OTD), runs));
    figures.addAll(training(runs));
    return figures;
  }

  /** Errors and dispersions of one model: on some fields, and of all test fields. */
  List<Figure> samples(Trained run, Runs runs) {
    try (Sampler sampler = runs.sampler(run)) {
      return List.of(
          alignment(sampler),
          errorAgainstDispersion(FieldMeasures.errors(sampler, data, data.test(1))));
    }
  }

  /** The training curves of the first run of each variant. */
  static List<Figure> training(Runs runs) {
    List<Picture> curves = new ArrayList<>();
    runs.variants().forEach(name -> curves.add(runs.first(name).curves()));
    return List.of(
        new Figure(
            "training", Picture.grid(2, curves), "Training of the first seed of each model."));
  }

  private int[] shown() {
    int[] test = data.test(1);
    return Arrays.stream(SHOWN)
        .mapToInt(place -> test[(int) (place * (test.length - 1))])
        .toArray();
  }

  private String title(int index) {
    return "\u03bc = " + NumberText.brief(data.fields().at().parameters()[index][0]);
  }

  private Figure overview() {
    int last = data.fields().cases() - 1;
    List<Picture> maps =
        IntStream.range(0, OVERVIEW)
            .map(i -> i * last / (OVERVIEW - 1))
            .mapToObj(i -> values(title(i), i, data.fields().values()[i]))
            .toList();
    return new Figure(
        "fields",
        Picture.grid(4, maps),
        "Equilibria u for 16 values of \u03bc: continuous in \u03bc, and far from linear.");
  }

  private Figure predictions(Runs runs) {
    int[] cases = shown();
    List<Picture> maps = new ArrayList<>();
    for (int index : cases) {
      maps.add(values("truth, " + title(index), index, data.fields().values()[index]));
    }
    runs.variants().stream()
        .map(runs::first)
        .forEach(
            run -> {
              try (Sampler sampler = runs.sampler(run)) {
                for (int index : cases) {
                  maps.add(
                      values(
                          run.variant().label(),
                          index,
                          mean(FieldMeasures.draws(sampler, data, index))));
                }
              }
            });
    return new Figure(
        "predictions",
        Picture.grid(cases.length, maps),
        "Four test fields, and the means that the methods predict.");
  }

  private Figure alignment(Sampler sampler) {
    List<Picture> maps = new ArrayList<>();
    for (int index : shown()) {
      Draws draws = FieldMeasures.draws(sampler, data, index);
      ErrorFields fields = ErrorFields.of(draws, data.observed(index));
      maps.add(values("truth, " + title(index), index, data.fields().values()[index]));
      maps.add(values("mean", index, mean(draws)));
      maps.add(spread("error \u03b5F", fields.epsilonF()));
      maps.add(spread("dispersion \u03b5D", fields.epsilonD()));
    }
    return new Figure(
        "errors-and-dispersions",
        Picture.grid(4, maps),
        "OTD on four test fields: discrepancy and dispersion, each on its own scale, are large at"
            + " the same places.");
  }

  private static Figure errorAgainstDispersion(FieldErrors errors) {
    double[] error = errors.averages().stream().mapToDouble(a -> a.epsilonF()).toArray();
    double[] dispersion = errors.averages().stream().mapToDouble(a -> a.epsilonD()).toArray();
    return new Figure(
        "error-against-dispersion",
        new ErrorAgainstDispersion(
                Canvas.of("OTD, one point a field"), "dispersion \u03b5D", "discrepancy \u03b5F")
            .draw(dispersion, error, List.of(), SpearmanCorrelation.of(dispersion, error)),
        "Fields that are predicted worse are predicted with more spread.");
  }

  private static double[] mean(Draws draws) {
    return IntStream.range(0, draws.rows()).mapToDouble(i -> draws.mean(i, 0)).toArray();
  }

  /** Values of a field or a prediction of it, in the colours of the field. */
  private Picture values(String title, int index, double[] values) {
    return map(title, values, FieldMap.Colors.aroundZero(data.fields().values()[index]));
  }

  private Picture spread(String title, double[] values) {
    return map(title, values, FieldMap.Colors.fromZero(values));
  }

  private Picture map(String title, double[] values, FieldMap.Colors colors) {
    return new FieldMap(CELL.titled(title), List.of("", ""), data.fields().at().coordinates())
        .draw(values, colors);
  }
}
