// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import io.otd.core.internal.check.Check;
import io.otd.core.metrics.CoverageLevels;
import io.otd.train.explanation.ColumnEffect;
import io.otd.train.explanation.ColumnEffect.Place;
import io.otd.train.explanation.ColumnEffect.Scale;
import io.otd.train.explanation.EffectCurves;
import io.otd.train.internal.plot.BarChart;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Marker;
import io.otd.train.internal.plot.Palette;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;

/**
 * The effect of a column on the prediction of a target. Numbers and dates have curves, and their
 * missing cells have a point at the right; categories have bars of their differences from the
 * average.
 *
 * @param effect of the column
 * @param target name
 * @param titles of the columns
 */
record EffectChart(ColumnEffect effect, String target, ColumnTitles titles) {
  private static final int WIDTH = 360;
  private static final int HEIGHT = 270;
  private static final int LETTERS = 24;

  /** Mean and quantiles. */
  Picture levels() {
    EffectCurves curves = curves();
    if (effect.scale() == Scale.CATEGORY) {
      return bars("effect on the mean", curves.mean());
    }
    Plot plot = plot("");
    double[] x = places();
    List<EffectCurves.Curve> quantiles = new ArrayList<>(curves.quantiles().values());
    if (quantiles.size() > 1) {
      double[] low = present(quantiles.get(0));
      double[] high = present(quantiles.get(quantiles.size() - 1));
      if (x.length == 1) {
        plot.segments("quantiles", x, low, high, Palette.tint(Palette.SKY, .6), 6f);
      }
      plot.band("quantiles", x, low, high, Palette.tint(Palette.SKY, .35));
    }
    curve(plot, "mean", curves.mean(), Palette.BLUE);
    missing(plot, curves.mean(), Palette.BLUE);
    return plot.legend(false).picture(description("mean and quantiles"));
  }

  /** Standard deviation. */
  Picture spread() {
    EffectCurves.Curve curve = curves().standardDeviation();
    if (effect.scale() == Scale.CATEGORY) {
      return bars("effect on the standard deviation", curve);
    }
    Plot plot = plot("sd of ");
    curve(plot, "sd", curve, Palette.VERMILION);
    missing(plot, curve, Palette.VERMILION);
    return plot.legend(false).picture(description("standard deviation"));
  }

  /** A line; a column that has the same value in all rows has one point. */
  private void curve(Plot plot, String name, EffectCurves.Curve curve, Color color) {
    double[] x = places();
    if (x.length == 1) {
      plot.points(name, x, present(curve), color, Marker.DISC);
    } else {
      plot.line(name, x, present(curve), color, 2f);
    }
  }

  /** What the curves of the levels are. */
  Picture key() {
    double[] at = {0, 1};
    List<Double> levels = new ArrayList<>(curves().quantiles().keySet());
    Plot plot = new Plot(new Canvas("", WIDTH, HEIGHT), "", "");
    if (levels.size() > 1) {
      plot.band(
          "%s to %s quantile"
              .formatted(
                  CoverageLevels.percent(levels.get(0)),
                  CoverageLevels.percent(levels.get(levels.size() - 1))),
          at,
          at,
          at,
          Palette.tint(Palette.SKY, .35));
    }
    return plot.line("mean", at, at, Palette.BLUE, 2f).legendPicture("What the curves are", WIDTH);
  }

  private EffectCurves curves() {
    return Check.known("target", target, effect.targets());
  }

  private Plot plot(String what) {
    String column = titles.brief(effect.column());
    Plot plot =
        new Plot(new Canvas("", WIDTH, HEIGHT), column, what + titles.brief(target, LETTERS));
    return effect.scale() == Scale.DATE ? plot.dates() : plot;
  }

  private Picture bars(String title, EffectCurves.Curve curve) {
    List<BarChart.Bar> bars = new ArrayList<>();
    for (int k = 0; k < effect.places().size(); k++) {
      Place place = effect.places().get(k);
      String name = place.missing() ? "(missing)" : ColumnTitles.cut(place.label());
      bars.add(new BarChart.Bar(name, curve.effects().get(k), 0));
    }
    int height = Math.max(HEIGHT, 90 + 22 * bars.size());
    String column = titles.brief(effect.column());
    return new BarChart(new Canvas(column, WIDTH, height), title).draw(bars);
  }

  private String description(String what) {
    return "Effect of %s on the %s of %s".formatted(effect.column(), what, target);
  }

  private double[] places() {
    return effect.places().stream()
        .filter(place -> !place.missing())
        .mapToDouble(place -> place.at())
        .toArray();
  }

  /** Levels at the places that are not a missing cell, which come first. */
  private double[] present(EffectCurves.Curve curve) {
    return curve.levels().stream()
        .limit(places().length)
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  private void missing(Plot plot, EffectCurves.Curve curve, Color color) {
    double[] x = places();
    int last = effect.places().size() - 1;
    if (effect.places().get(last).missing() && x.length > 0) {
      double beyond = x[x.length - 1] + (x.length == 1 ? 1 : .08 * (x[x.length - 1] - x[0]));
      plot.points(
          "", new double[] {beyond}, new double[] {curve.levels().get(last)}, color, Marker.DISC);
    }
  }
}
