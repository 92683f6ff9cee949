// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.reproduction;

import io.otd.paper.experiment.Claim;
import io.otd.paper.experiment.Scale;
import io.otd.train.internal.result.AlignedText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A result as a table for a terminal. */
public final class ResultText {
  private ResultText() {}

  /**
   * Ours beside the paper's, and whether its statements hold.
   *
   * @param result what was found
   * @return lines with a line break at the end of each
   */
  public static String of(ExperimentResult result) {
    Map<String, String> labels = new LinkedHashMap<>();
    result.experiment().measures().forEach(m -> labels.put(m.name(), m.label()));
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("model", "measure", "ours", "paper", "JAX", "accepted", ""));
    for (Comparison c : result.comparisons()) {
      rows.add(
          List.of(
              c.reference().variant(),
              String.valueOf(labels.get(c.reference().measure())),
              ours(c),
              c.reference().paper(),
              c.reference().peer(),
              c.bound() == null ? "" : c.bound().text(),
              c.verdict() == Comparison.Verdict.NOT_JUDGED
                  ? ""
                  : c.verdict().name().toLowerCase(Locale.ROOT)));
    }
    StringBuilder text = new StringBuilder();
    AlignedText.lines(rows).forEach(line -> text.append(line).append(System.lineSeparator()));
    for (Claim claim : result.claims()) {
      text.append(claim.holds() ? "holds: " : "DOES NOT HOLD: ")
          .append(claim.statement())
          .append(System.lineSeparator());
    }
    if (!result.asInPaper()) {
      text.append(notJudged(result.scale())).append(System.lineSeparator());
    }
    return text.toString();
  }

  /** Why numbers are not judged. */
  static String notJudged(Scale scale) {
    return switch (scale) {
      case QUICK -> "Not judged: at this scale training is cut short, to see that everything runs.";
      case REDUCED ->
          "Numbers are not judged: this scale is smaller than the paper's; its statements are.";
      case LARGE, PAPER ->
          "Numbers are not judged: a step does not see as many points as the paper's; its statements are.";
    };
  }

  private static String ours(Comparison c) {
    if (c.ours() == null) {
      return "none";
    }
    return c.ours().sd() > 0
        ? String.format(Locale.ROOT, "%.4f \u00b1 %.4f", c.ours().mean(), c.ours().sd())
        : String.format(Locale.ROOT, "%.4f", c.ours().mean());
  }
}
