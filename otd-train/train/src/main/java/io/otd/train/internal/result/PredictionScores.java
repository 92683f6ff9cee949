// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import io.otd.core.internal.coverage.Coverage;
import io.otd.core.internal.coverage.Coverage.Band;
import io.otd.core.internal.coverage.CoverageByFifths;
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
  private JsonObject json(CoverageByGroup by) {
    return new JsonObject()
        .with("column", by.column())
        .with("level", by.level())
        .with("holds", independent ? by.holds() : null)
        .with("sentence", independent ? by.sentence() : null)
        .with("groups", by.groups().stream().map(group -> json(by, group)).toList());
  }

  private JsonObject json(CoverageByGroup by, CoverageByGroup.Group group) {
    JsonObject json = new JsonObject().with("group", group.name());
    Optional<Band> band = independent ? Optional.of(by.band(group)) : Optional.empty();
    return share(json, group.coverage(), band)
        .with("conformal", group.conformal().map(Coverage::share));
  }

  private static JsonObject json(CoverageBySize by) {
    return new JsonObject()
        .with("level", by.level())
        .with("holds", by.holdsForAll())
        .with("sentence", by.sentence())
        .with("by_width", json(by, by.byWidth()))
        .with("by_median", json(by, by.byMedian()));
  }

  private static List<JsonObject> json(CoverageBySize by, CoverageByFifths fifths) {
    return fifths.fifths().stream()
        .map(fifth -> share(new JsonObject(), fifth, Optional.of(by.band(fifth))))
        .toList();
  }

  private static JsonObject json(JointCoverage of) {
    JsonObject byTarget = new JsonObject();
    of.targets().forEach((target, coverage) -> byTarget.with(target, coverage.share()));
    JsonObject json = new JsonObject().with("level", of.all().level());
    return share(json, of.all(), Optional.of(of.band()))
        .with("holds", of.holds())
        .with("by_target", byTarget);
  }

  private static JsonObject share(JsonObject to, Coverage of, Optional<Band> band) {
    return to.with("rows", of.rows())
        .with("coverage", of.share())
        .with("low", band.map(Band::low))
        .with("high", band.map(Band::high));
  }

  /**
   * The scores as results show them; a part without any is left out.
   *
   * @param name of the draws' scores, with which those of the others begin
   * @param coverage with which the names of the coverage of fifths and groups of rows, and of all
   *     targets together, begin
   */
  public Map<String, Object> json(String name, String coverage) {
    Map<String, Map<String, Double>> each = new LinkedHashMap<>();
    targets.forEach((target, scores) -> each.put(target, scores.values()));
    Map<String, JsonObject> sizes = new LinkedHashMap<>();
    bySize.forEach((target, size) -> sizes.put(target, json(size)));
    Map<String, List<JsonObject>> groups = new LinkedHashMap<>();
    byGroup.forEach(
        (target, columns) -> groups.put(target, columns.stream().map(this::json).toList()));
    return new JsonObject()
        .with(name, all.values())
        .with(name + "_by_target", each.isEmpty() ? null : each)
        .with(name + "_conformal", conformal.map(PredictiveScores::values))
        .with(name + "_notes", notes().isEmpty() ? null : notes())
        .with(coverage + "_by_fifths", sizes.isEmpty() ? null : sizes)
        .with(coverage + "_by_group", groups.isEmpty() ? null : groups)
        .with(
            coverage + "_joint",
            joint.isEmpty() ? null : joint.stream().map(PredictionScores::json).toList())
        .members();
  }
}
