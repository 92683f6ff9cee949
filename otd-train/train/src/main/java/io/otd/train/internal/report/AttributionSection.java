// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import io.otd.core.internal.text.NumberText;
import io.otd.train.explanation.Attribution;
import io.otd.train.explanation.RowAttribution;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.plot.BarChart;
import io.otd.train.internal.plot.Canvas;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What each column adds to the prediction of a row, as a section of a page.
 *
 * @param row what is shown
 */
record AttributionSection(RowAttribution row) {
  private static final int MOST = 12;
  private static final int LETTERS = 26;
  private static final int CELL = 12;

  Page.Section section() {
    List<Block> blocks = new ArrayList<>();
    row.targets()
        .forEach(
            (target, parts) ->
                blocks.add(
                    new Block.Figures(
                        false,
                        List.of(
                            figure("mean of " + brief(target), parts.mean()),
                            figure("standard deviation of " + brief(target), parts.spread())))));
    blocks.add(
        new Block.Text(
            "Shapley values over %s pairs of orders from %s background rows; a line is a standard error to each side. Bars and base add up to the prediction."
                .formatted(row.pairs(), row.backgroundRows())));
    return new Page.Section("Why row " + (row.row() + 1), blocks);
  }

  private static String brief(String target) {
    return ExplanationSections.brief(target, LETTERS);
  }

  private Block.Figure figure(String what, Attribution attribution) {
    List<Attribution.Share> shares =
        attribution.shares().stream()
            .sorted(Comparator.comparingDouble(share -> -Math.abs(share.value().value())))
            .toList();
    List<BarChart.Bar> bars = new ArrayList<>();
    int shown = shares.size() > MOST ? MOST - 1 : shares.size();
    for (Attribution.Share share : shares.subList(0, shown)) {
      bars.add(
          new BarChart.Bar(
              label(share.name()), share.value().value(), share.value().standardError()));
    }
    if (shown < shares.size()) {
      double rest =
          shares.subList(shown, shares.size()).stream()
              .mapToDouble(share -> share.value().value())
              .sum();
      bars.add(new BarChart.Bar("%s others".formatted(shares.size() - shown), rest, 0));
    }
    return new Block.Figure(
        new BarChart(new Canvas("", 600, 90 + 30 * bars.size()), "share of the " + what).draw(bars),
        "What each column adds to the %s: %s on average over the background rows, %s for this row."
            .formatted(
                what,
                NumberText.brief(attribution.base()),
                NumberText.brief(attribution.prediction())));
  }

  /** With the cell, where it is one column. */
  private String label(String name) {
    String cell = row.cells().get(name);
    String brief = ExplanationSections.brief(name, LETTERS);
    return cell == null
        ? brief
        : brief + " = " + (cell.isEmpty() ? "missing" : ExplanationSections.brief(cell, CELL));
  }
}
