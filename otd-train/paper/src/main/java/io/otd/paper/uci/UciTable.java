// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.uci;

import io.otd.core.internal.text.NumberText;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.PageTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The table that a data set's results are shown in. */
final class UciTable {
  private UciTable() {}

  /** Ours, then what others published. */
  static Block.Table of(UciResult result, String set) {
    PageTable rows =
        new PageTable(
            "method",
            Arrays.stream(SplitMeasure.values()).map(SplitMeasure::title).toList(),
            "likelihood by");
    for (UciResult.Entry entry : result.of(set)) {
      List<String> cells = new ArrayList<>(List.of(entry.recipe().label()));
      for (SplitMeasure measure : SplitMeasure.values()) {
        cells.add(
            entry
                .mean(measure)
                .map(m -> NumberText.withSpread(m, entry.standardError(measure).orElse(0.0)))
                .orElse(""));
      }
      cells.add(likelihood(entry));
      rows.add(cells.stream().map(text -> new Block.Cell(text, Block.Mark.STRONG)).toList());
    }
    for (Published other : Published.of(result.published(), set)) {
      rows.add(
          "%s%s [%s]"
              .formatted(
                  other.method(), other.foundation() ? ", foundation model" : "", other.source()),
          Arrays.stream(SplitMeasure.values())
              .map(measure -> other.value(set, measure).map(NumberText::brief).orElse(""))
              .toList(),
          other.note());
    }
    return rows.table("");
  }

  private static String likelihood(UciResult.Entry entry) {
    if (entry.mean(SplitMeasure.NLL).isEmpty()) {
      return "";
    }
    if (entry.analytic() == 0) {
      return "kernels";
    }
    return entry.analytic() == entry.runs()
        ? "density"
        : "density in %s of %s runs, kernels".formatted(entry.analytic(), entry.runs());
  }

  /** The text about a data set above its table. */
  static String title(UciResult result, String set) {
    UciResult.Entry first = result.of(set).get(0);
    return "%s, %s rows, %s split%s"
        .formatted(set, first.rows(), first.splits(), first.splits() == 1 ? "" : "s");
  }
}
