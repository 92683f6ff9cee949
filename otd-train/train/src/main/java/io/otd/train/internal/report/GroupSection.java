// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import io.otd.core.internal.coverage.Coverage;
import io.otd.core.internal.coverage.CoverageByGroup;
import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.CoverageLevels;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.page.PageTable;
import java.util.ArrayList;
import java.util.List;

/**
 * The coverage of a target's intervals in groups of rows.
 *
 * @param target name
 * @param columns the groups by each column, at least one
 * @param independent whether the rows are; without, chance has no band to judge the groups by
 */
record GroupSection(String target, List<CoverageByGroup> columns, boolean independent) {
  /** A table for each column, and of independent rows a sentence before it. */
  Page.Section section() {
    List<Block> blocks = new ArrayList<>();
    columns.forEach(
        by -> {
          if (independent) {
            blocks.add(new Block.Text(by.sentence()));
          }
          blocks.add(table(by));
        });
    return Page.Section.of(
        "Coverage of %s by group".formatted(target), blocks.toArray(Block[]::new));
  }

  private Block.Table table(CoverageByGroup by) {
    PageTable rows = new PageTable(by.column(), "rows", "covered", "expected", "conformal");
    for (CoverageByGroup.Group group : by.groups()) {
      rows.add(
          group.name(),
          NumberText.count(group.coverage().rows()),
          group.coverage().percent(),
          independent ? by.band(group).percent() : "",
          group.conformal().map(Coverage::percent).orElse(""));
    }
    return rows.table(
            "Of %s intervals. %s"
                .formatted(
                    CoverageLevels.percent(by.groups().get(0).coverage().level()),
                    independent
                        ? "One in 20 calibrated models has a group outside its band."
                        : "The points of a field err together, so no band of chance is given."))
        .withoutEmptyColumns();
  }
}
