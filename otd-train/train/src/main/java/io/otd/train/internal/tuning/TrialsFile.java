// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The trials as a table, one row a trial by its number: {@code trial}, {@code rank} (1 for the
 * best), {@code status}, {@code rung} (the last that it reached, from 1), {@code steps}, {@code
 * best_step}, {@code validation_score} and {@code validation_sd} (see {@link CurveScore}; empty if
 * there is none or the trial diverged), and the value of each searched setting.
 */
final class TrialsFile {
  private static final List<String> HEAD =
      List.of(
          "trial",
          "rank",
          "status",
          "rung",
          "steps",
          "best_step",
          "validation_score",
          "validation_sd");

  private TrialsFile() {}

  static String csv(TuningResult result) {
    StringWriter text = new StringWriter();
    CsvWriter csv = CsvWriter.builder().bufferSize(0).lineDelimiter(LineDelimiter.LF).build(text);
    List<String> head = new ArrayList<>(HEAD);
    List<String> paths = List.copyOf(result.search().space().laws().keySet());
    head.addAll(paths);
    csv.writeRecord(head);
    List<TrialResult> ranked = result.ranked();
    for (TrialResult r : result.results()) {
      boolean scored = Double.isFinite(r.rank());
      List<Object> cells =
          new ArrayList<>(
              List.of(
                  r.trial().number(),
                  ranked.indexOf(r) + 1,
                  result.fate(r).replace(' ', '_'),
                  r.rung() + 1,
                  r.steps(),
                  r.bestStep() < 0 ? "" : r.bestStep(),
                  scored ? r.score() : "",
                  scored ? r.curve().sd() : ""));
      Map<String, String> settings = r.trial().settings().flat();
      paths.forEach(path -> cells.add(settings.getOrDefault(path, "")));
      csv.writeRecord(cells.stream().map(Object::toString).toList());
    }
    return text.toString();
  }
}
