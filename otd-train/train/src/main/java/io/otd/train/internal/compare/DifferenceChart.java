// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.compare;

import io.otd.core.internal.text.NumberText;
import io.otd.train.internal.plot.BarChart;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Picture;
import java.util.List;
import java.util.Optional;

/**
 * By how much the other runs differ from the first in a score, with 95 % intervals.
 *
 * @param comparison of the runs
 * @param score one of its scores
 * @param title of the score
 */
record DifferenceChart(RunComparison comparison, String score, String title) {
  private static final double LEVEL = .95;
  private static final int WIDTH = 480;
  private static final int ROW = 34;
  private static final int FRAME = 100;

  /** The picture; nothing if no run has a difference that can be tested. */
  Optional<Picture> picture() {
    List<BarChart.Bar> bars =
        comparison.others().stream()
            .flatMap(run -> comparison.difference(run, score).map(d -> bar(run, d)).stream())
            .toList();
    return bars.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new BarChart(
                    new Canvas(title, WIDTH, Math.max(120, FRAME + ROW * bars.size())),
                    "difference from " + comparison.first().name() + "; to the left is better")
                .draw(bars));
  }

  private static BarChart.Bar bar(ComparedRun run, PairedDifference difference) {
    double half = difference.halfWidth(LEVEL);
    return new BarChart.Bar(
        run.name(),
        0,
        difference.mean(),
        half,
        "%s [%s, %s]"
            .formatted(
                NumberText.of(difference.mean(), 3),
                NumberText.of(difference.mean() - half, 3),
                NumberText.of(difference.mean() + half, 3)));
  }
}
