// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import io.otd.train.internal.result.AlignedText;
import java.util.ArrayList;
import java.util.List;

/** The comparison as lines for a terminal. */
public final class RealDataText {
  private RealDataText() {}

  /**
   * Ours beside the paper's and the peers'.
   *
   * @param result what was found
   */
  public static List<String> lines(RealDataResult result) {
    List<String> lines = new ArrayList<>();
    for (DataSet set : result.sets()) {
      List<RealDataResult.Entry> entries = result.of(set);
      lines.add("%s, %d rows".formatted(set.name(), entries.get(0).rows()));
      List<List<String>> cells = new ArrayList<>(List.of(RealDataTable.HEAD));
      RealDataTable.rows(set, entries).forEach(row -> cells.add(row.cells()));
      AlignedText.lines(cells).forEach(line -> lines.add("  " + line));
      String remark = RealDataTable.remark(set, entries);
      if (!remark.isEmpty()) {
        lines.add("  " + remark);
      }
      lines.add("");
    }
    for (RealDataResult.Aim aim : result.aims()) {
      lines.add(
          "%s %s: %d of %d%s"
              .formatted(
                  aim.holds() ? "reached:" : "NOT REACHED:",
                  aim.statement(),
                  aim.reached(),
                  aim.of(),
                  aim.missed().isEmpty() ? "" : ", not on " + String.join(", ", aim.missed())));
    }
    if (!result.extent().judged()) {
      lines.add("Not judged: at this scale training is cut short.");
    }
    return lines;
  }
}
