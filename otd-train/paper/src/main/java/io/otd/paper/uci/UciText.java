// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.uci;

import io.otd.train.internal.result.AlignedText;
import java.util.ArrayList;
import java.util.List;

/** The results of the protocol as lines for a terminal. */
public final class UciText {
  private UciText() {}

  /**
   * Ours beside what others published.
   *
   * @param result what was found
   */
  public static List<String> lines(UciResult result) {
    List<String> lines = new ArrayList<>();
    for (String set : result.sets()) {
      lines.add(UciTable.title(result, set));
      List<List<String>> cells = new ArrayList<>(List.of(UciTable.head()));
      UciTable.rows(result, set).forEach(row -> cells.add(row.cells()));
      AlignedText.lines(cells).forEach(line -> lines.add("  " + line));
      for (UciResult.Entry entry : result.of(set)) {
        entry
            .problems()
            .forEach(
                (run, problem) ->
                    lines.add("  %s, %s: %s".formatted(entry.recipe().label(), run, problem)));
      }
      lines.add("");
    }
    result.standings().forEach(standing -> lines.add(standing.statement()));
    if (result.standings().isEmpty()) {
      lines.add("Not judged: training was cut short, or not all twenty splits were run.");
    }
    List<String> sources = Published.sources();
    for (int i = 0; i < sources.size(); i++) {
      lines.add("[%d] %s".formatted(i + 1, sources.get(i)));
    }
    return lines;
  }
}
