// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.coverage.JointCoverage;
import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.evaluation.PredictiveScores;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.page.PageTable;
import io.otd.train.internal.result.TestResult;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The effect of calibration on the test rows.
 *
 * @param calibration what was fitted
 * @param test with and without it
 * @param independent whether the rows are; without, chance has no band
 */
record CalibrationEffect(Calibration calibration, TestResult test, boolean independent) {
  private static final List<String> SCORES =
      List.of("energy_score", "nll_kde", "pinball", "mace", "miscalibration_area", "pit_ks_p");
  private static final List<String> OF_LEVELS =
      List.of("picp_", "joint_picp_", "width_", "winkler_");

  /** Nothing if nothing was calibrated. */
  Optional<Page.Section> section() {
    if (calibration.keepsDraws() && calibration.conformal().absent()) {
      return Optional.empty();
    }
    return Optional.of(
        Page.Section.of("Before and after calibration", new Block.Text(what()), table()));
  }

  private String what() {
    List<String> parts = new ArrayList<>();
    if (!calibration.spread().equals(SpreadCalibration.NONE)) {
      parts.add(
          "the draws' distance from their mean is scaled by %s, chosen on validation rows"
              .formatted(factor(calibration.spread())));
    }
    List<String> others =
        calibration.spread().groups().stream()
            .filter(of -> of.factor() != 1)
            .map(of -> "%s for %s".formatted(NumberText.brief(of.factor()), of.group().label()))
            .toList();
    if (!others.isEmpty()) {
      parts.add("groups of rows have factors of their own: " + String.join(", ", others));
    }
    if (!calibration.isotonic().absent()) {
      parts.add("the whole distribution is recalibrated on calibration rows (isotonic)");
    }
    if (!calibration.conformal().absent()) {
      parts.add(
          "the conformal intervals (%s, %s calibration rows) cover new rows with at least their"
                  .formatted(rule(), calibration.conformal().rows())
              + " level, if those are exchangeable with the calibration rows");
    }
    test.scores().joint().forEach(at -> parts.add(at.sentence() + expected(at)));
    String text = String.join("; ", parts) + ".";
    List<String> notices = calibration.conformal().notices();
    String all = notices.isEmpty() ? text : text + " " + String.join(". ", notices) + ".";
    return Character.toUpperCase(all.charAt(0)) + all.substring(1);
  }

  private String expected(JointCoverage at) {
    return independent ? " (expected: %s)".formatted(at.band().percent()) : "";
  }

  private static String factor(SpreadCalibration spread) {
    String factor = NumberText.brief(spread.factor());
    return spread.power() == 0
        ? factor
        : "%s at a typical spread, a factor that %s with the spread (power %s)"
            .formatted(
                factor,
                spread.power() > 0 ? "grows" : "falls",
                NumberText.brief(Math.abs(spread.power())));
  }

  private String rule() {
    ConformalRule rule = calibration.conformal().rule();
    return rule.joint()
        ? "largest normalised residual of all targets"
        : rule instanceof ConformalRule.Normalized
            ? "normalised residual"
            : "conformalised quantiles";
  }

  private Block.Table table() {
    PredictiveScores before = test.uncalibrated().all();
    PredictiveScores after = test.scores().all();
    Optional<PredictiveScores> conformal = test.scores().conformal();
    List<PredictiveScores> scores =
        Stream.concat(Stream.of(before, after), conformal.stream()).toList();
    PageTable rows =
        new PageTable(
            "test rows",
            "before",
            "after",
            conformal.stream().map(c -> "conformal intervals").toList());
    for (String name : names(after, conformal)) {
      rows.add(name, scores.stream().map(each -> cell(each, name)).toList());
    }
    return rows.table("\"All metrics\" explains the names.");
  }

  private static Set<String> names(PredictiveScores after, Optional<PredictiveScores> conformal) {
    Set<String> names = new LinkedHashSet<>(SCORES);
    names.retainAll(after.values().keySet());
    for (String prefix : OF_LEVELS) {
      after.values().keySet().stream().filter(n -> n.startsWith(prefix)).forEach(names::add);
      conformal.ifPresent(
          c -> c.values().keySet().stream().filter(n -> n.startsWith(prefix)).forEach(names::add));
    }
    return names;
  }

  private static String cell(PredictiveScores scores, String name) {
    Double value = scores.values().get(name);
    boolean unbounded =
        value == null
            && name.startsWith("width_")
            && scores.values().containsKey(name.replace("width_", "picp_"));
    return value != null ? NumberText.brief(value) : unbounded ? "\u221e" : "\u2013";
  }
}
