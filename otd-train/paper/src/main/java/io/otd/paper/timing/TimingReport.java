// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.timing;

import io.otd.core.internal.text.NumberText;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.page.PageTable;
import io.otd.train.internal.plot.BarChart;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Picture;
import java.util.List;
import java.util.Map;

/**
 * The times for readers.
 *
 * @param result of the sweep
 */
public record TimingReport(TimingResult result) {
  private static final String QUESTION =
      "What does a training step cost, and which settings make it expensive? One factor is varied"
          + " at a time: the draws of the energy score, those of the kinetic action, the steps of"
          + " the flow and the grid. On the paper's GPU the times hardly differ. Where arithmetic"
          + " dominates the time of a step, as on a few cores, it follows the draws of the score"
          + " and the points of the grid, and the flow costs little.";

  private Block.Table table() {
    PageTable rows =
        new PageTable(
            "configuration",
            "K_ES",
            "K_kin",
            "L",
            "grid",
            "ms a step",
            "GFLOP/s",
            "time (s)",
            "speedup",
            "paper, time (s)",
            "paper, speedup");
    for (TimingConfiguration c : TimingConfiguration.all()) {
      int grid = c.grid(result.sizes());
      rows.add(
          c.label(),
          String.valueOf(c.draws()),
          String.valueOf(c.actionDraws()),
          String.valueOf(c.steps()),
          grid + " x " + grid,
          result.millis(c).text(),
          NumberText.fixed(result.gigaflops(c), 1),
          result.seconds(c).text(),
          times(result.speedup(c)),
          c.paper().text(),
          times(c.paperSpeedup()));
    }
    return rows.table(result.meaning());
  }

  private static String times(double speedup) {
    return NumberText.fixed(speedup, 2);
  }

  /** The bars of the paper's figure. */
  public Picture bars() {
    return new BarChart(new Canvas("", 640, 420), "time of 1000 epochs (s)")
        .draw(
            TimingConfiguration.all().stream()
                .map(
                    c ->
                        new BarChart.Bar(
                            c.label(), result.seconds(c).mean(), result.seconds(c).sd()))
                .toList());
  }

  /**
   * The page.
   *
   * @param origin where and with what
   */
  public Page page(Map<String, String> origin) {
    Block.Figure figure =
        new Block.Figure(
            bars(), "Time of 1000 epochs, with the standard deviation over the seeds.");
    return new Page(
        "Timing sweep",
        "Reproduces: the table and the figure of timings, \"Sensitivity analysis: timing sweep\". Scale: %s; seeds: %s"
            .formatted(
                result.scale().label(),
                String.join(", ", result.seeds().stream().map(String::valueOf).toList())),
        List.of(
            Page.Section.of("Question", new Block.Text(QUESTION)),
            Page.Section.of("Comparison with the paper", table()),
            Page.Section.of("Picture", new Block.Figures(true, List.of(figure))),
            Page.Section.of("How it was made", new Block.Settings("Provenance", true, origin))));
  }
}
