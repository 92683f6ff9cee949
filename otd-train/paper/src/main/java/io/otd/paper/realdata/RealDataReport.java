// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.page.PageTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The page of the comparison. */
public final class RealDataReport {
  private RealDataReport() {}

  /**
   * The page.
   *
   * @param result what was found
   * @param origin where and with what
   */
  public static Page page(RealDataResult result, Map<String, String> origin) {
    List<Page.Section> sections = new ArrayList<>();
    sections.add(new Page.Section("Aims", aims(result)));
    for (DataSet set : result.sets()) {
      sections.add(section(set, result.of(set)));
    }
    sections.add(
        Page.Section.of("How it was made", new Block.Settings("Provenance", true, origin)));
    return new Page(
        "Tables of OpenML",
        "Mean \u00b1 standard deviation over the folds; K = 1000 draws; width: mean width of the"
            + " central 90 % intervals (the paper does not tell its level)",
        sections);
  }

  private static List<Block> aims(RealDataResult result) {
    if (result.aims().isEmpty()) {
      return List.of(
          new Block.Text(
              "Not judged: training was cut short, or our own method was not among those run."));
    }
    PageTable rows = new PageTable("aim", "reached", "not on");
    for (RealDataResult.Aim aim : result.aims()) {
      rows.add(
          aim.statement(),
          new Block.Cell(
              "%s of %s%s"
                  .formatted(
                      aim.reached(),
                      aim.of(),
                      aim.holds() ? "" : " (aim: " + Math.min(aim.aim(), aim.of()) + ")"),
              aim.holds() ? Block.Mark.GOOD : Block.Mark.BAD),
          new Block.Cell(String.join(", ", aim.missed()), Block.Mark.WORDS));
    }
    return List.of(
        rows.table(
            "Of " + Recipe.OTD.label() + "; peers on the folds that they were measured on."));
  }

  private static Page.Section section(DataSet set, List<RealDataResult.Entry> entries) {
    List<Block> blocks = new ArrayList<>(List.of(RealDataTable.of(set, entries)));
    for (RealDataResult.Entry entry : entries) {
      blocks.addAll(
          RecipeBlocks.of(entry.recipe(), Map.of(0L, entry.result()), entry.result().problems()));
    }
    return new Page.Section("%s (%s rows)".formatted(set.name(), entries.get(0).rows()), blocks);
  }
}
