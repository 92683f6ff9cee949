// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.reproduction;

import io.otd.paper.experiment.Claim;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Figure;
import io.otd.train.internal.report.Block;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A result as a page in Markdown, to be kept beside its JSON and its pictures. */
final class ResultPage {
  private ResultPage() {}

  /**
   * The page.
   *
   * @param result what was found
   * @param origin where and with what
   */
  static String of(ExperimentResult result, Map<String, String> origin) {
    Experiment experiment = result.experiment();
    List<String> lines = new ArrayList<>();
    lines.add("# " + experiment.title());
    lines.add("");
    lines.add(experiment.question());
    lines.add("");
    lines.add("Reproduces: " + experiment.reproduces() + ".");
    lines.add("");
    origin.forEach((name, value) -> lines.add("- " + name + ": " + value));
    lines.add(String.format(Locale.ROOT, "- time: %.0f s", result.seconds()));
    lines.add("");
    if (!result.asInPaper()) {
      lines.add(ResultText.notJudged(result.scale()));
      lines.add("");
    }
    table(lines, ExperimentReport.comparisonTable(result));
    for (Claim claim : result.claims()) {
      lines.add("- " + (claim.holds() ? "holds" : "**does not hold**") + ": " + claim.statement());
    }
    lines.add("");
    section(lines, "All measures", ExperimentReport.measures(result));
    result.tables().forEach(listing -> section(lines, listing.title(), listing.table()));
    lines.add("## Pictures");
    lines.add("");
    for (Figure figure : result.figures()) {
      lines.add("![%s](%s.png)".formatted(figure.caption(), figure.file()));
      lines.add("");
      lines.add(figure.caption());
      lines.add("");
    }
    return String.join("\n", lines.subList(0, lines.size() - 1)) + "\n";
  }

  private static void section(List<String> lines, String title, Block.Table table) {
    lines.add("## " + title);
    lines.add("");
    table(lines, table);
  }

  private static void table(List<String> lines, Block.Table table) {
    lines.add(row(table.head()));
    lines.add(row(table.head().stream().map(name -> "---").toList()));
    for (List<Block.Cell> cells : table.rows()) {
      lines.add(row(cells.stream().map(Block.Cell::text).toList()));
    }
    lines.add("");
    if (!table.note().isEmpty()) {
      lines.add(table.note());
      lines.add("");
    }
  }

  private static String row(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }
}
