// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.uci;

import io.otd.train.internal.report.NumberText;
import java.util.ArrayList;
import java.util.List;

/** The rows that a data set's results are shown in, on a page and in a terminal alike. */
final class UciTable {
  private UciTable() {}

  /**
   * A row.
   *
   * @param cells as {@link #head}
   * @param ours whether it was measured here
   */
  record Row(List<String> cells, boolean ours) {
    Row {
      cells = List.copyOf(cells);
    }
  }

  /** The names of the columns. */
  static List<String> head() {
    List<String> head = new ArrayList<>(List.of("method"));
    for (SplitMeasure measure : SplitMeasure.values()) {
      head.add(measure.title());
    }
    head.add("likelihood by");
    return head;
  }

  /** Ours, then what others published. */
  static List<Row> rows(UciResult result, String set) {
    List<Row> rows = new ArrayList<>();
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
      rows.add(new Row(cells, true));
    }
    for (Published other : Published.of(result.published(), set)) {
      List<String> cells = new ArrayList<>();
      cells.add(
          "%s%s [%d]"
              .formatted(
                  other.method(), other.foundation() ? ", foundation model" : "", other.source()));
      for (SplitMeasure measure : SplitMeasure.values()) {
        cells.add(other.value(set, measure).map(NumberText::brief).orElse(""));
      }
      cells.add(other.note());
      rows.add(new Row(cells, false));
    }
    return rows;
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
        : "density in %d of %d runs, kernels".formatted(entry.analytic(), entry.runs());
  }

  /** What is said of a data set above its table. */
  static String title(UciResult result, String set) {
    UciResult.Entry first = result.of(set).get(0);
    return "%s, %d rows, %d split%s"
        .formatted(set, first.rows(), first.splits(), first.splits() == 1 ? "" : "s");
  }
}
