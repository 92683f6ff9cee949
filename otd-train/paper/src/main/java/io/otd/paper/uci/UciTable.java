// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.uci;

import io.otd.core.internal.text.NumberText;
import io.otd.paper.realdata.RecipeResult;
import io.otd.train.explanation.Estimate;
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
    for (RecipeResult entry : result.of(set)) {
      List<String> cells = new ArrayList<>(List.of(entry.recipe().label()));
      for (SplitMeasure measure : SplitMeasure.values()) {
        cells.add(measure.mean(entry).map(Estimate::toString).orElse(""));
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

  private static String likelihood(RecipeResult entry) {
    if (SplitMeasure.NLL.mean(entry).isEmpty()) {
      return "";
    }
    int analytic = UciResult.analytic(entry);
    if (analytic == 0) {
      return "kernels";
    }
    return analytic == entry.runs().size()
        ? "density"
        : "density in %s of %s runs, kernels".formatted(analytic, entry.runs().size());
  }

  /** The text about a data set above its table. */
  static String title(UciResult result, String set) {
    RecipeResult first = result.of(set).get(0);
    return "%s, %s, %s"
        .formatted(
            set,
            NumberText.counted(first.rows(), "row"),
            NumberText.counted(first.folds(), "split"));
  }
}
