// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.experiment;

import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.internal.chart.TrainingCurves;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Picture;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A finished run of one variant.
 *
 * @param variant what was trained
 * @param seed of the run
 * @param parameters the last iterate, {@code [P]}
 * @param history the training curves
 * @param seconds of training, compilation included
 * @param measures by name, see {@link Experiment#measures()}
 */
public record Trained(
    Variant variant,
    long seed,
    float[] parameters,
    List<TrainingSnapshot.Point> history,
    double seconds,
    Map<String, Double> measures) {
  /** Keeps the order of the measures. */
  public Trained {
    history = List.copyOf(history);
    measures = Collections.unmodifiableMap(new LinkedHashMap<>(measures));
  }

  /** The same run with its measures. */
  public Trained measured(Map<String, Double> found) {
    return new Trained(variant, seed, parameters, history, seconds, found);
  }

  /** The curves of its training. */
  public Picture curves() {
    return new TrainingCurves(Canvas.of(variant.label() + ", seed " + seed), "").draw(history);
  }
}
