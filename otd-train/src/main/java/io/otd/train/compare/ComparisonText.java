package io.otd.train.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A comparison as a table for a terminal.
 *
 * @param comparison what it shows
 */
public record ComparisonText(RunComparison comparison) {
  /** The lines. */
  public List<String> lines() {
    List<List<String>> table = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("score"));
    for (ComparedRun run : comparison.runs()) {
      head.add(run.name());
      if (run != comparison.first()) {
        head.addAll(List.of("difference", "p"));
      }
    }
    table.add(head);
    for (String score : comparison.scores()) {
      List<String> row = new ArrayList<>(List.of(score));
      for (ComparedRun run : comparison.runs()) {
        row.add(
            shown(run.spread(score).mean(), run.spread(score).sd(), "%.5g", "%.5g \u00b1 %.2g"));
        if (run != comparison.first()) {
          Optional<PairedDifference> d = comparison.difference(run, score);
          row.add(
              d.map(x -> shown(x.mean(), x.standardError(), "%+.3g", "%+.3g \u00b1 %.2g"))
                  .orElse(""));
          row.add(d.map(x -> String.format(Locale.ROOT, "%.3f", x.pValue())).orElse(""));
        }
      }
      table.add(row);
    }
    List<String> lines = aligned(table);
    if (comparison.others().stream().anyMatch(comparison::paired)) {
      lines.add(comparison.test());
    }
    return lines;
  }

  private static String shown(double mean, double spread, String alone, String both) {
    return spread > 0
        ? String.format(Locale.ROOT, both, mean, spread)
        : String.format(Locale.ROOT, alone, mean);
  }

  private static List<String> aligned(List<List<String>> table) {
    List<String> lines = new ArrayList<>();
    for (List<String> row : table) {
      StringBuilder line = new StringBuilder();
      for (int j = 0; j < row.size(); j++) {
        int column = j;
        int width = table.stream().mapToInt(r -> r.get(column).length()).max().orElse(0);
        line.append(row.get(j)).append(" ".repeat(width - row.get(j).length() + 2));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
