// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.Page;
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

  private static Page.Section section(DataSet set, List<RealDataResult.Entry> entries) {
    List<Block> blocks = new ArrayList<>(List.of(RealDataTable.of(set, entries)));
    for (RealDataResult.Entry entry : entries) {
      blocks.addAll(
          RecipeBlocks.of(entry.recipe(), Map.of(0L, entry.result()), entry.result().problems()));
    }
    return new Page.Section("%s (%s rows)".formatted(set.name(), entries.get(0).rows()), blocks);
  }
}
