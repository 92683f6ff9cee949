// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.experiment;

import io.otd.train.internal.chart.TrainingCurves;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Picture;
import java.util.Comparator;
import java.util.List;

/** Figures that experiments of any kind have. */
public final class Figures {
  private Figures() {}

  /** The first run of a variant. */
  public static Trained first(List<Trained> runs, String variant) {
    return runs.stream().filter(r -> r.variant().name().equals(variant)).findFirst().orElseThrow();
  }

  /** The run of a variant whose measure is the median of all its seeds (the lower one of two). */
  public static Trained typical(List<Trained> runs, String variant, String measure) {
    List<Trained> sorted =
        runs.stream()
            .filter(r -> r.variant().name().equals(variant))
            .sorted(Comparator.comparingDouble(r -> r.measures().getOrDefault(measure, Double.NaN)))
            .toList();
    return sorted.get((sorted.size() - 1) / 2);
  }

  /** The training curves of a run. */
  public static Picture training(Trained run) {
    return new TrainingCurves(Canvas.of(run.variant().label() + ", seed " + run.seed()), "")
        .draw(run.history());
  }
}
