// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.evaluation.RowScores;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.PageTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The test rows that were predicted worst, as a table.
 *
 * @param targets names
 * @param rows what is known of each row
 * @param numbers of the rows in the table, from 0
 */
record WorstRows(List<String> targets, RowScores rows, int[] numbers) {
  private static final int MOST = 10;

  Block.Table table() {
    boolean one = targets.size() == 1;
    String interval = CoverageLevels.percent(rows.level()) + " interval";
    List<String> columns = new ArrayList<>();
    for (String target : targets) {
      String of = one ? "" : " " + target;
      columns.addAll(List.of("observed" + of, "predicted" + of, interval));
    }
    PageTable table = new PageTable("row", columns, "dispersion", one ? "CRPS" : "energy score");
    for (int row : rows.worst(MOST)) {
      table.add(
          NumberText.count(numbers[row] + 1L),
          rows.outputs().stream().flatMap(output -> cells(output, row)).toList(),
          NumberText.brief(rows.dispersion()[row]),
          new Block.Cell(NumberText.brief(rows.energyScore()[row]), Block.Mark.STRONG));
    }
    return table.table(
        "The rows of largest score. Rows are numbered as in the table, from 1, without its header."
            + " An interval that misses is marked with \u2717.");
  }

  private static Stream<Block.Cell> cells(RowScores.Output output, int row) {
    String bounds =
        NumberText.brief(output.low()[row]) + " to " + NumberText.brief(output.high()[row]);
    return Stream.of(
        Block.Cell.of(NumberText.brief(output.observed()[row])),
        Block.Cell.of(NumberText.brief(output.mean()[row])),
        output.covered(row)
            ? Block.Cell.of(bounds)
            : new Block.Cell(bounds + " \u2717", Block.Mark.BAD));
  }
}
