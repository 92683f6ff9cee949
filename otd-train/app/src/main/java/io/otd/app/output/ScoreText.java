// SPDX-License-Identifier: Apache-2.0
package io.otd.app.output;

import io.otd.core.internal.coverage.Coverage;
import io.otd.core.internal.coverage.CoverageByGroup;
import io.otd.core.internal.coverage.JointCoverage;
import io.otd.core.internal.decision.FurtherScores;
import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.evaluation.PredictiveScores;
import io.otd.train.internal.result.AlignedText;
import io.otd.train.internal.result.PredictionScores;
import io.otd.train.internal.result.ReadMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Scores as a small table; {@code --json} has all of them. */
public final class ScoreText {
  private static final List<String> SHOWN =
      List.of(
          "rmse",
          "mae",
          "mae_median",
          "energy_score",
          "crps",
          "nll_kde",
          "nll_stacked",
          "nll_analytic",
          "pinball",
          "variogram_score",
          "mace",
          "pit_ks_p",
          "ause");

  private static final int LEAST_WIDTH = 15;

  private ScoreText() {}

  /**
   * Lines for a reader.
   *
   * @param scores in the target's units
   */
  public static List<String> lines(String title, PredictionScores scores) {
    List<String> lines = new ArrayList<>();
    lines.add(title);
    ReadMetrics all = new ReadMetrics(scores.all().values());
    List<String> names =
        Stream.concat(
                SHOWN.stream()
                    .filter(name -> all.find(name).isPresent())
                    .filter(name -> !(name.equals("crps") && scores.targets().isEmpty())),
                all.values().keySet().stream().filter(FurtherScores::names))
            .toList();
    int width = names.stream().mapToInt(String::length).reduce(LEAST_WIDTH, Math::max);
    names.forEach(
        name ->
            lines.add(
                "  %s%s %s"
                    .formatted(name, " ".repeat(width - name.length()), all.withError(name))));
    intervals("interval", scores.all(), lines);
    scores.conformal().ifPresent(c -> intervals("conformal", c, lines));
    joint(scores.joint(), lines);
    boolean several = scores.bySize().size() > 1;
    scores
        .bySize()
        .forEach(
            (target, size) -> lines.add("  " + (several ? target + ": " : "") + size.sentence()));
    scores
        .byGroup()
        .forEach(
            (target, columns) ->
                columns.forEach(by -> groups(several ? target + ": " : "", by, lines)));
    scores.notes().forEach(note -> lines.add("  " + note));
    return lines;
  }

  /** A row for each level of intervals that hold for all targets together. */
  private static void joint(List<JointCoverage> levels, List<String> lines) {
    if (levels.isEmpty()) {
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("  joint", "all targets", "expected"));
    head.addAll(levels.get(0).targets().keySet());
    rows.add(head);
    for (JointCoverage at : levels) {
      List<String> row = new ArrayList<>(List.of("  " + CoverageLevels.text(at.all().level())));
      row.add(at.all().percent());
      row.add(at.band().percent());
      at.targets().values().forEach(target -> row.add(target.percent()));
      rows.add(row);
    }
    lines.addAll(AlignedText.lines(rows));
  }

  /** A row for each group; the coverage of its conformal intervals last. */
  private static void groups(String of, CoverageByGroup by, List<String> lines) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("  by " + by.column(), "rows", "covered", "expected", "conformal"));
    for (CoverageByGroup.Group group : by.groups()) {
      rows.add(
          List.of(
              "  " + group.name(),
              NumberText.count(group.coverage().rows()),
              group.coverage().percent(),
              by.band(group).percent(),
              group.conformal().map(Coverage::percent).orElse("")));
    }
    lines.addAll(AlignedText.lines(rows));
    lines.add("  " + of + by.sentence());
  }

  private static void intervals(String title, PredictiveScores scores, List<String> lines) {
    List<String> levels =
        scores.values().keySet().stream()
            .filter(name -> name.startsWith("picp_"))
            .map(name -> name.substring("picp_".length()))
            .toList();
    if (levels.isEmpty()) {
      return;
    }
    lines.add("  %-15s covered   mean width".formatted(title));
    for (String level : levels) {
      Double width = scores.values().get("width_" + level);
      lines.add(
          "  %-15s %s     %s"
              .formatted(
                  level,
                  NumberText.fixed(scores.get("picp_" + level), 3),
                  width == null ? "unbounded" : NumberText.of(width, 5)));
    }
  }
}
