// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import io.otd.core.internal.coverage.CoverageByGroup;
import io.otd.core.internal.coverage.CoverageBySize;
import io.otd.core.internal.coverage.JointCoverage;
import io.otd.core.metrics.evaluation.PredictiveScores;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The scores of a model's predictions on some rows.
 *
 * @param all of the draws, all targets together
 * @param targets of each target alone, by name; empty for one target
 * @param conformal of the conformal intervals, where the model has any
 * @param bySize coverage of narrow and wide intervals, small and large predictions, by target;
 *     empty for few rows
 * @param byGroup coverage in groups of rows, by target; empty if no column was asked for
 * @param joint of the conformal intervals of each level; empty if they hold for each target alone
 * @param independent whether the rows are; without, chance has no band to judge groups by
 */
public record PredictionScores(
    PredictiveScores all,
    Map<String, PredictiveScores> targets,
    Optional<PredictiveScores> conformal,
    Map<String, CoverageBySize> bySize,
    Map<String, List<CoverageByGroup>> byGroup,
    List<JointCoverage> joint,
    boolean independent) {
  /** Keeps the order of the targets. */
  public PredictionScores {
    targets = Collections.unmodifiableMap(new LinkedHashMap<>(targets));
    bySize = Collections.unmodifiableMap(new LinkedHashMap<>(bySize));
    byGroup = Collections.unmodifiableMap(new LinkedHashMap<>(byGroup));
    joint = List.copyOf(joint);
  }

  /** Without coverage by size or group, or of all targets together. */
  public PredictionScores(
      PredictiveScores all,
      Map<String, PredictiveScores> targets,
      Optional<PredictiveScores> conformal) {
    this(all, targets, conformal, Map.of(), Map.of(), List.of(), true);
  }

  /** Without those of the conformal intervals. */
  public PredictionScores ofDraws() {
    return new PredictionScores(
        all, targets, Optional.empty(), bySize, Map.of(), List.of(), independent);
  }

  /** Everything by name: {@code rmse}, {@code conformal.picp_0.9}, without those of one target. */
  public Map<String, Double> flat() {
    Map<String, Double> flat = new LinkedHashMap<>(all.values());
    conformal.ifPresent(
        c -> c.values().forEach((name, value) -> flat.put("conformal." + name, value)));
    return flat;
  }

  /** Scores that were left out, and why. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>(all.notes());
    conformal.ifPresent(c -> c.notes().forEach(note -> notes.add("conformal: " + note)));
    return notes;
  }

  /** Points of fields depend on each other: their groups have no bands of chance. */
  private Object shown(CoverageByGroup groups) {
    CoverageByGroup.Shown shown = groups.shown();
    return independent
        ? shown
        : new JsonObject()
            .with("column", shown.column())
            .with("level", shown.level())
            .with("groups", shown.groups().stream().map(PredictionScores::withoutBand).toList());
  }

  private static JsonObject withoutBand(CoverageByGroup.ShownGroup group) {
    return new JsonObject()
        .with("group", group.group())
        .with("rows", group.rows())
        .with("coverage", group.coverage())
        .with("conformal", group.conformal());
  }

  /**
   * The scores as results show them; a part without any is left out.
   *
   * @param name of the draws' scores, with which those of the others begin
   * @param coverage with which the names of the coverage of fifths and groups of rows, and of all
   *     targets together, begin
   */
  public Map<String, Object> json(String name, String coverage) {
    List<JointCoverage.Shown> together = joint.stream().map(JointCoverage::shown).toList();
    Map<String, Map<String, Double>> each = new LinkedHashMap<>();
    targets.forEach((target, scores) -> each.put(target, scores.values()));
    Map<String, CoverageBySize.Shown> sizes = new LinkedHashMap<>();
    bySize.forEach((target, size) -> sizes.put(target, size.shown()));
    Map<String, List<Object>> groups = new LinkedHashMap<>();
    byGroup.forEach(
        (target, columns) -> groups.put(target, columns.stream().map(this::shown).toList()));
    return new JsonObject()
        .with(name, all.values())
        .with(name + "_by_target", each.isEmpty() ? null : each)
        .with(name + "_conformal", conformal.map(PredictiveScores::values))
        .with(name + "_notes", notes().isEmpty() ? null : notes())
        .with(coverage + "_by_fifths", sizes.isEmpty() ? null : sizes)
        .with(coverage + "_by_group", groups.isEmpty() ? null : groups)
        .with(coverage + "_joint", together.isEmpty() ? null : together)
        .members();
  }
}
