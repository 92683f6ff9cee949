// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import io.otd.core.internal.text.NumberText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The parts of a run that were left out for lack of time, as metrics of its model.
 *
 * @param kinds of a pool of which no network was trained
 * @param networks that were not trained or whose training gave nothing; those that a pool would
 *     have dropped anyway are not counted
 * @param steps that trained networks still had before them
 */
public record Omissions(List<String> kinds, int networks, long steps) {
  private static final String KIND = "left_out.kind.";
  private static final String NETWORKS = "left_out.networks";
  private static final String STEPS = "left_out.steps";

  /** Keeps the order. */
  public Omissions {
    kinds = List.copyOf(kinds);
  }

  /** By their names, for the metrics of a model. */
  public Map<String, Double> metrics() {
    Map<String, Double> metrics = new LinkedHashMap<>();
    kinds.forEach(kind -> metrics.put(KIND + kind, 1.0));
    metrics.put(NETWORKS, (double) networks);
    metrics.put(STEPS, (double) steps);
    return metrics;
  }

  /** The entry in the metrics of a model; empty if its time was not limited. */
  public static Optional<Omissions> of(Map<String, Double> metrics) {
    ReadMetrics read = new ReadMetrics(metrics);
    return read.find(NETWORKS)
        .map(
            networks ->
                new Omissions(
                    List.copyOf(read.under(KIND).keySet()),
                    networks.intValue(),
                    read.count(STEPS)));
  }

  /** In a sentence. */
  public String text() {
    if (networks == 0 && steps == 0) {
      return "nothing was left out for lack of time";
    }
    List<String> parts = new ArrayList<>();
    if (!kinds.isEmpty()) {
      parts.add("all networks of " + String.join(", ", kinds));
    }
    if (networks > 0) {
      parts.add(NumberText.counted(networks, "network") + " in all");
    }
    if (steps > 0) {
      parts.add(NumberText.counted(steps, "step") + " of the trained networks");
    }
    return "left out for lack of time: " + String.join("; ", parts);
  }
}
