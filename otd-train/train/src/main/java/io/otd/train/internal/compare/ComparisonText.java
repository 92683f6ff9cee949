// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.compare;

import io.otd.core.internal.text.NumberText;
import io.otd.train.internal.result.AlignedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A comparison as a table for a terminal.
 *
 * @param comparison what it shows
 * @param all whether every score is shown, or those that matter most
 */
public record ComparisonText(RunComparison comparison, boolean all) {
  private static final String BEST = " *";

  /** The lines. */
  public List<String> lines() {
    List<List<String>> table = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("score", comparison.first().name()));
    for (ComparedRun run : comparison.others()) {
      head.addAll(List.of(run.name(), "difference", "p"));
    }
    table.add(head);
    List<String> shown = scores();
    shown.forEach(score -> table.add(row(score)));
    List<String> lines = AlignedText.lines(table);
    if (!comparison.headlines().isEmpty()) {
      lines.add(
          "*: the best run; less is better for " + String.join(", ", comparison.headlines()) + ".");
    }
    if (comparison.others().stream().anyMatch(comparison::paired)) {
      lines.add(comparison.test());
    }
    int more = comparison.scores().size() - shown.size();
    if (more > 0) {
      lines.add(NumberText.counted(more, "more score") + " with --all.");
    }
    return lines;
  }

  /** Those that matter most first. */
  private List<String> scores() {
    List<String> scores = new ArrayList<>(comparison.headlines());
    if (all || scores.isEmpty()) {
      comparison.scores().stream().filter(s -> !scores.contains(s)).forEach(scores::add);
    }
    return scores;
  }

  private List<String> row(String score) {
    List<String> row = new ArrayList<>(List.of(score, shown(comparison.first(), score)));
    for (ComparedRun run : comparison.others()) {
      Optional<PairedDifference> d = comparison.difference(run, score);
      row.add(shown(run, score));
      row.add(d.map(x -> (x.mean() > 0 ? "+" : "") + x.text()).orElse(""));
      row.add(d.map(PairedDifference::pText).orElse(""));
    }
    return row;
  }

  private String shown(ComparedRun run, String score) {
    String value = run.spread(score).text();
    return comparison.best(run, score) ? value + BEST : value;
  }
}
