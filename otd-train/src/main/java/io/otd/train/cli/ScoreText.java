package io.otd.train.cli;

import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.PredictiveScores;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Scores as a small table. */
final class ScoreText {
  private ScoreText() {}

  /**
   * Lines for a reader.
   *
   * @param title of the table
   * @param scores in the target's units
   * @param levels of the intervals among them
   */
  static List<String> lines(String title, PredictiveScores scores, List<Double> levels) {
    List<String> lines = new ArrayList<>();
    lines.add(title);
    for (String name : List.of("rmse", "mae", "energy_score", "mace")) {
      lines.add(String.format(Locale.ROOT, "  %-14s %.5g", name, scores.get(name)));
    }
    lines.add("  interval       covered   mean width");
    for (double level : levels) {
      String text = CoverageLevels.text(level);
      lines.add(
          String.format(
              Locale.ROOT,
              "  %-14s %.3f     %.5g",
              text,
              scores.get("picp_" + text),
              scores.get("width_" + text)));
    }
    return lines;
  }
}
