// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.uci;

import io.otd.core.internal.text.NumberText;
import io.otd.train.internal.page.Block;
import java.util.ArrayList;
import java.util.List;

/** The table that a data set's results are shown in. */
final class UciTable {
  private UciTable() {}

  private static List<String> head() {
    List<String> head = new ArrayList<>(List.of("method"));
    for (SplitMeasure measure : SplitMeasure.values()) {
      head.add(measure.title());
    }
    head.add("likelihood by");
    return head;
  }

  /** Ours, then what others published. */
  static Block.Table of(UciResult result, String set) {
    List<List<Block.Cell>> rows = new ArrayList<>();
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
      rows.add(row(Block.Mark.STRONG, cells));
    }
    for (Published other : Published.of(result.published(), set)) {
      List<String> cells = new ArrayList<>();
      cells.add(
          "%s%s [%s]"
              .formatted(
                  other.method(), other.foundation() ? ", foundation model" : "", other.source()));
      for (SplitMeasure measure : SplitMeasure.values()) {
        cells.add(other.value(set, measure).map(NumberText::brief).orElse(""));
      }
      cells.add(other.note());
      rows.add(row(Block.Mark.NONE, cells));
    }
    return new Block.Table(head(), rows, "");
  }

  private static List<Block.Cell> row(Block.Mark mark, List<String> texts) {
    return texts.stream().map(text -> new Block.Cell(text, mark)).toList();
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
