// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import io.otd.core.metrics.PredictiveScores;
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
 */
public record PredictionScores(
    PredictiveScores all,
    Map<String, PredictiveScores> targets,
    Optional<PredictiveScores> conformal) {
  /** Keeps the order of the targets. */
  public PredictionScores {
    targets = Collections.unmodifiableMap(new LinkedHashMap<>(targets));
  }

  /** Without those of the conformal intervals. */
  public PredictionScores ofDraws() {
    return new PredictionScores(all, targets, Optional.empty());
  }

  /** Everything by name: {@code rmse}, {@code conformal.picp_0.9}, without those of one target. */
  public Map<String, Double> flat() {
    Map<String, Double> flat = new LinkedHashMap<>(all.values());
    conformal.ifPresent(
        c -> c.values().forEach((name, value) -> flat.put("conformal." + name, value)));
    return flat;
  }

  /** What was left out, and why. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>(all.notes());
    conformal.ifPresent(c -> c.notes().forEach(note -> notes.add("conformal: " + note)));
    return notes;
  }

  /**
   * Puts the scores into an answer: the scores themselves under a name, and beside them {@code
   * NAME_by_target}, {@code NAME_conformal} and {@code NAME_notes} where there are any.
   *
   * @param name of the scores, e.g. {@code test}
   * @param into the answer
   */
  public void put(String name, Map<String, Object> into) {
    into.put(name, all.values());
    if (!targets.isEmpty()) {
      Map<String, Object> each = new LinkedHashMap<>();
      targets.forEach((target, scores) -> each.put(target, scores.values()));
      into.put(name + "_by_target", each);
    }
    conformal.ifPresent(c -> into.put(name + "_conformal", c.values()));
    if (!notes().isEmpty()) {
      into.put(name + "_notes", notes());
    }
  }
}
