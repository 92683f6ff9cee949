// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.RowScores;
import io.otd.train.internal.page.Block;
import java.util.ArrayList;
import java.util.List;

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
    List<String> head = new ArrayList<>(List.of("row"));
    for (String target : targets) {
      String of = one ? "" : " " + target;
      head.addAll(List.of("observed" + of, "predicted" + of, interval));
    }
    head.addAll(List.of("dispersion", one ? "CRPS" : "energy score"));
    List<List<Block.Cell>> cells = new ArrayList<>();
    for (int row : rows.worst(MOST)) {
      cells.add(cells(row));
    }
    return new Block.Table(
        head,
        cells,
        "The rows of largest score. Rows are numbered as in the table, from 1, without its header."
            + " An interval that misses is marked with \u2717.");
  }

  private List<Block.Cell> cells(int row) {
    List<Block.Cell> cells = new ArrayList<>();
    cells.add(Block.Cell.of(NumberText.count(numbers[row] + 1L)));
    for (RowScores.Output output : rows.outputs()) {
      cells.add(Block.Cell.of(NumberText.brief(output.observed()[row])));
      cells.add(Block.Cell.of(NumberText.brief(output.mean()[row])));
      String bounds =
          NumberText.brief(output.low()[row]) + " to " + NumberText.brief(output.high()[row]);
      cells.add(
          output.covered(row)
              ? Block.Cell.of(bounds)
              : new Block.Cell(bounds + " \u2717", Block.Mark.BAD));
    }
    cells.add(Block.Cell.of(NumberText.brief(rows.dispersion()[row])));
    cells.add(new Block.Cell(NumberText.brief(rows.energyScore()[row]), Block.Mark.STRONG));
    return cells;
  }
}
