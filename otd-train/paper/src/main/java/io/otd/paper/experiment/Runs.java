// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.experiment;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * The trained runs of an experiment.
 *
 * @param all of them, in the order of the variants, then of the seeds
 * @param samplers open a sampler for a run
 */
public record Runs(List<Trained> all, Function<Trained, Sampler> samplers) {
  /** Copies the list. */
  public Runs {
    all = List.copyOf(all);
  }

  /** Opens a sampler for a run, to be closed. */
  public Sampler sampler(Trained run) {
    return samplers.apply(run);
  }

  /** Names of the variants. */
  public List<String> variants() {
    return all.stream().map(run -> run.variant().name()).distinct().toList();
  }

  /** The first run of a variant. */
  public Trained first(String variant) {
    return of(variant).get(0);
  }

  /** The run of a variant with the median of a measure, the lower one of an even number. */
  public Trained typical(String variant, String measure) {
    List<Trained> sorted =
        of(variant).stream()
            .sorted(Comparator.comparingDouble(r -> r.measures().getOrDefault(measure, Double.NaN)))
            .toList();
    return sorted.get((sorted.size() - 1) / 2);
  }

  private List<Trained> of(String variant) {
    return all.stream().filter(run -> run.variant().name().equals(variant)).toList();
  }
}
