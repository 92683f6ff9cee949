// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.CentralIntervals;
import io.otd.train.internal.chart.PredictionBands;
import io.otd.train.internal.chart.PredictionDraws;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Picture;
import java.util.List;
import java.util.stream.IntStream;

/** Pictures of predictions over the one input. */
final class CurveFigures {
  private CurveFigures() {}

  /**
   * Mean, 50 % and 90 % band.
   *
   * @param draws {@code [K, n, 1]} at x
   */
  static Picture bands(Canvas canvas, double[] x, Draws draws, Pairs data) {
    List<CentralIntervals> intervals = CentralIntervals.of(draws, List.of(.9, .5));
    double[] mean = IntStream.range(0, x.length).mapToDouble(i -> draws.mean(i, 0)).toArray();
    return new PredictionBands(canvas, "x", "y")
        .draw(
            x,
            mean,
            List.of(
                band("90 % interval", intervals.get(0), x.length),
                band("50 % interval", intervals.get(1), x.length)),
            data.x(),
            data.y());
  }

  private static PredictionBands.Band band(String name, CentralIntervals interval, int rows) {
    return new PredictionBands.Band(
        name,
        IntStream.range(0, rows).mapToDouble(i -> interval.low(i, 0)).toArray(),
        IntStream.range(0, rows).mapToDouble(i -> interval.high(i, 0)).toArray());
  }

  /**
   * Single realisations.
   *
   * @param draws {@code [K, n, 1]} at x
   */
  static Picture realisations(Canvas canvas, double[] x, Draws draws, Pairs data) {
    double[][] lines = new double[draws.draws()][x.length];
    for (int k = 0; k < lines.length; k++) {
      for (int i = 0; i < x.length; i++) {
        lines[k][i] = draws.get(k, i, 0);
      }
    }
    return new PredictionDraws(canvas, "x", "y").draw(x, lines, data.x(), data.y());
  }
}
