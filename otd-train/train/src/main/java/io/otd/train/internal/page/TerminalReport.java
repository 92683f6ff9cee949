// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.page;

import io.otd.train.internal.result.AlignedText;
import java.util.ArrayList;
import java.util.List;

/** A report as lines for a terminal: its texts and tables, without pictures and settings. */
public final class TerminalReport {
  private static final String INDENT = "  ";

  private TerminalReport() {}

  /** Each section with text, under its title, followed by an empty line. */
  public static List<String> lines(Page page) {
    List<String> lines = new ArrayList<>();
    for (Page.Section section : page.sections()) {
      List<String> inside = lines(section);
      if (!inside.isEmpty()) {
        lines.add(section.title());
        inside.forEach(line -> lines.add(INDENT + line));
        lines.add("");
      }
    }
    return lines;
  }

  /** The content below the title of a section. */
  public static List<String> lines(Page.Section section) {
    return section.blocks().stream().flatMap(block -> lines(block).stream()).toList();
  }

  private static List<String> lines(Block block) {
    if (block instanceof Block.Text text) {
      return List.of(text.paragraph());
    }
    if (block instanceof Block.Findings list) {
      return list.findings().stream().map(f -> f.mark().sign() + " " + f.sentence()).toList();
    }
    if (block instanceof Block.Tiles tiles) {
      return AlignedText.withoutHead(
          tiles.tiles().stream().map(t -> List.of(t.label(), t.value(), t.note())).toList());
    }
    return block instanceof Block.Table table ? lines(table) : List.of();
  }

  private static List<String> lines(Block.Table table) {
    List<List<String>> cells = new ArrayList<>(List.of(table.head()));
    table.rows().forEach(row -> cells.add(row.stream().map(Block.Cell::text).toList()));
    List<String> lines = new ArrayList<>(AlignedText.lines(cells));
    if (!table.note().isEmpty()) {
      lines.add(table.note());
    }
    return lines;
  }
}
