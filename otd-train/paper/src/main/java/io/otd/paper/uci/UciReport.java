// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.uci;

import io.otd.paper.realdata.RecipeBlocks;
import io.otd.paper.realdata.RecipeResult;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.page.PageTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The page of the protocol. */
public final class UciReport {
  private UciReport() {}

  /**
   * The page.
   *
   * @param result what was found
   * @param origin where and with what
   */
  public static Page page(UciResult result, Map<String, String> origin) {
    List<Page.Section> sections = new ArrayList<>();
    sections.add(new Page.Section("Beside the best published figures", standings(result)));
    for (String set : result.sets()) {
      sections.add(section(result, set));
    }
    sections.add(new Page.Section("Sources", sources()));
    sections.add(
        Page.Section.of("How it was made", new Block.Settings("Provenance", true, origin)));
    return new Page(
        "Standard splits of UCI data sets",
        "Mean \u00b1 standard error over the splits of Hern\u00e1ndez-Lobato and Adams (2015), in"
            + " the target's units; K = 1000 draws; lower is better. Likelihoods by the density of"
            + " the output law where there is one, else by kernels of several widths, weighted on"
            + " validation rows.",
        sections);
  }

  private static List<Block> standings(UciResult result) {
    if (result.standings().isEmpty()) {
      return List.of(
          new Block.Text("Not judged: training was cut short, or not all twenty splits were run."));
    }
    PageTable rows =
        new PageTable("method", "measure", "others", "at or below their best", "not on");
    for (UciResult.Standing standing : result.standings()) {
      rows.add(
          standing.recipe(),
          standing.measure().title(),
          standing.foundation() ? "all" : "trained on the set alone",
          "%s of %s"
              .formatted(
                  standing.reached().size(), standing.reached().size() + standing.missed().size()),
          new Block.Cell(String.join(", ", standing.missed()), Block.Mark.WORDS));
    }
    return List.of(rows.table(""));
  }

  private static Page.Section section(UciResult result, String set) {
    List<Block> blocks = new ArrayList<>(List.of(UciTable.of(result, set)));
    for (RecipeResult entry : result.of(set)) {
      blocks.addAll(RecipeBlocks.of(entry.recipe(), entry.seeds(), entry.problems()));
    }
    return new Page.Section(UciTable.title(result, set), blocks);
  }

  private static List<Block> sources() {
    List<Block> blocks = new ArrayList<>();
    List<String> sources = Published.sources();
    for (int i = 0; i < sources.size(); i++) {
      blocks.add(new Block.Text("[%s] %s".formatted(i + 1, sources.get(i))));
    }
    return blocks;
  }
}
