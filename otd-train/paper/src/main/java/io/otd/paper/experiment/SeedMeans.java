// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.experiment;

import io.otd.train.internal.result.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Mean and standard deviation over the seeds, for each variant and measure.
 *
 * @param byVariant variant, then measure, in order
 */
public record SeedMeans(Map<String, Map<String, Spread>> byVariant) {
  /**
   * Of runs.
   *
   * @param runs finished
   * @param measures those of interest; a measure that no run of a variant has is left out there
   */
  public static SeedMeans of(List<Trained> runs, List<Measure> measures) {
    Map<String, Map<String, Spread>> all = new LinkedHashMap<>();
    for (Trained run : runs) {
      String variant = run.variant().name();
      if (!all.containsKey(variant)) {
        Map<String, Spread> spreads = new LinkedHashMap<>();
        for (Measure measure : measures) {
          double[] values = values(runs, variant, measure.name());
          if (values.length > 0) {
            spreads.put(measure.name(), Spread.of(values));
          }
        }
        all.put(variant, spreads);
      }
    }
    return new SeedMeans(all);
  }

  /** The values of a measure, one per run of the variant. */
  public static double[] values(List<Trained> runs, String variant, String measure) {
    return runs.stream()
        .filter(r -> r.variant().name().equals(variant))
        .map(r -> r.measures().get(measure))
        .filter(java.util.Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  /** One of them, if there is one. */
  public Optional<Spread> find(String variant, String measure) {
    return Optional.ofNullable(byVariant.getOrDefault(variant, Map.of()).get(measure));
  }

  /**
   * One of them.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Spread get(String variant, String measure) {
    return find(variant, measure)
        .orElseThrow(
            () -> new IllegalArgumentException("no " + measure + " of variant " + variant));
  }

  /** The mean alone. */
  public double mean(String variant, String measure) {
    return get(variant, measure).mean();
  }
}
