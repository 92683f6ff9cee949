// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import io.otd.core.internal.text.NumberText;
import io.otd.train.explanation.Attribution;
import io.otd.train.explanation.RowAttribution;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.plot.BarChart;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.verdict.Finding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How each column moves the prediction of a row away from the average, as a waterfall.
 *
 * @param row what is shown
 * @param titles of the targets
 */
record AttributionSection(RowAttribution row, ColumnTitles titles) {
  private static final int MOST = 12;
  private static final int LETTERS = 26;
  private static final int CELL = 12;

  Page.Section section() {
    List<Block> blocks = new ArrayList<>();
    row.targets()
        .forEach(
            (target, parts) -> {
              blocks.add(new Block.Findings(List.of(finding(target, parts.mean()))));
              blocks.add(
                  new Block.Figures(
                      false,
                      List.of(
                          figure("mean of ", target, parts.mean()),
                          figure("standard deviation of ", target, parts.spread()))));
            });
    blocks.add(
        new Block.Text(
            "Shapley values from %s pairs of orders and %s background rows. Lines: \u00b1 one standard error. Together, the columns lead from the average to the prediction."
                .formatted(row.pairs(), row.backgroundRows())));
    return new Page.Section("Why row " + (row.row() + 1), blocks);
  }

  private Finding finding(String target, Attribution mean) {
    String most =
        mean.shares().stream()
            .max(Comparator.comparingDouble(share -> Math.abs(share.value().value())))
            .map(
                share ->
                    "; the largest share is that of %s (%s)"
                        .formatted(
                            share.name() + cell(share.name()),
                            NumberText.signed(share.value().value())))
            .orElse("");
    return new Finding(
        Finding.Mark.NEUTRAL,
        "The mean of %s is %s for this row, and %s over the background rows%s."
            .formatted(
                target, NumberText.brief(mean.prediction()), NumberText.brief(mean.base()), most));
  }

  private Block.Figure figure(String what, String target, Attribution attribution) {
    List<BarChart.Bar> bars = bars(attribution);
    String title = what + titles.brief(target, LETTERS);
    return new Block.Figure(
        new BarChart(Canvas.ofBars("", bars.size()), title).draw(bars),
        "How the columns move the %s from %s, the average over the background rows, to %s, the prediction of this row."
            .formatted(
                what + target,
                NumberText.brief(attribution.base()),
                NumberText.brief(attribution.prediction())));
  }

  /** From the average over the largest shares to the prediction. */
  private List<BarChart.Bar> bars(Attribution attribution) {
    List<Attribution.Share> shares =
        attribution.shares().stream()
            .sorted(Comparator.comparingDouble(share -> -Math.abs(share.value().value())))
            .toList();
    List<BarChart.Bar> bars = new ArrayList<>();
    bars.add(mark("average", attribution.base()));
    double at = attribution.base();
    int shown = shares.size() > MOST ? MOST - 1 : shares.size();
    for (Attribution.Share share : shares.subList(0, shown)) {
      double value = share.value().value();
      bars.add(step(share.name(), cell(share.name()), at, value, share.value().standardError()));
      at += value;
    }
    if (shown < shares.size()) {
      String others = NumberText.counted(shares.size() - shown, "other");
      bars.add(step(others, "", at, attribution.prediction() - at, 0));
    }
    bars.add(mark("this row", attribution.prediction()));
    return bars;
  }

  private static BarChart.Bar mark(String name, double at) {
    return new BarChart.Bar(name, at, 0, 0, NumberText.brief(at));
  }

  private static BarChart.Bar step(
      String name, String cell, double from, double value, double error) {
    String sign = value > 0 ? "+" : "";
    return new BarChart.Bar(
        name, cell, from, value, error, sign + NumberText.withSpread(value, error));
  }

  /** What stands behind a name: the cell, where it is one column. */
  private String cell(String name) {
    String cell = row.cells().get(name);
    return cell == null ? "" : " = " + (cell.isEmpty() ? "missing" : ColumnTitles.cut(cell, CELL));
  }
}
