package io.otd.train.compare;

import io.otd.train.result.AlignedText;
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
    List<String> head = new ArrayList<>(List.of("score", comparison.first().name()));
    for (ComparedRun run : comparison.others()) {
      head.addAll(List.of(run.name(), "difference", "p"));
    }
    table.add(head);
    for (String score : comparison.scores()) {
      List<String> row = new ArrayList<>(List.of(score, shown(comparison.first(), score)));
      for (ComparedRun run : comparison.others()) {
        Optional<PairedDifference> d = comparison.difference(run, score);
        row.add(shown(run, score));
        row.add(
            d.map(x -> shown(x.mean(), x.standardError(), "%+.3g", "%+.3g \u00b1 %.2g"))
                .orElse(""));
        row.add(d.map(x -> String.format(Locale.ROOT, "%.3f", x.pValue())).orElse(""));
      }
      table.add(row);
    }
    List<String> lines = AlignedText.lines(table);
    if (comparison.others().stream().anyMatch(comparison::paired)) {
      lines.add(comparison.test());
    }
    return lines;
  }

  private static String shown(ComparedRun run, String score) {
    return shown(run.spread(score).mean(), run.spread(score).sd(), "%.5g", "%.5g \u00b1 %.2g");
  }

  private static String shown(double mean, double spread, String alone, String both) {
    return spread > 0
        ? String.format(Locale.ROOT, both, mean, spread)
        : String.format(Locale.ROOT, alone, mean);
  }
}
