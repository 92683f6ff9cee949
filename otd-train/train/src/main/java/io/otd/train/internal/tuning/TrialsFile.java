// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The trials as a table, one row a trial by its number: {@code trial}, {@code rank} (1 for the
 * best), {@code status}, {@code rung} (the last that it reached, from 1), {@code steps}, {@code
 * best_step}, {@code validation_score} and {@code validation_sd} (see {@link CurveScore}; empty if
 * there is none or the trial diverged), and the value of each searched setting.
 */
final class TrialsFile {
  private TrialsFile() {}

  static String csv(TuningResult result) {
    StringBuilder text = new StringBuilder();
    List<Object> head =
        new ArrayList<>(
            List.of(
                "trial",
                "rank",
                "status",
                "rung",
                "steps",
                "best_step",
                "validation_score",
                "validation_sd"));
    List<String> paths = List.copyOf(result.search().space().laws().keySet());
    head.addAll(paths);
    row(text, head);
    List<TrialResult> ranked = result.ranked();
    for (TrialResult r : result.results()) {
      Map<String, String> settings = r.trial().settings().flat();
      List<Object> cells =
          new ArrayList<>(
              List.of(
                  r.trial().number(),
                  ranked.indexOf(r) + 1,
                  result.fate(r).replace(' ', '_'),
                  r.rung() + 1,
                  r.steps(),
                  r.bestStep() < 0 ? "" : r.bestStep(),
                  Double.isFinite(r.rank()) ? Double.toString(r.score()) : "",
                  Double.isFinite(r.rank()) ? Double.toString(r.curve().sd()) : ""));
      paths.forEach(path -> cells.add(settings.getOrDefault(path, "")));
      row(text, cells);
    }
    return text.toString();
  }

  private static void row(StringBuilder text, List<Object> cells) {
    text.append(
            cells.stream().map(cell -> quoted(cell.toString())).collect(Collectors.joining(",")))
        .append('\n');
  }

  private static String quoted(String cell) {
    return cell.matches("[^,\"\r\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }
}
