// SPDX-License-Identifier: Apache-2.0
package io.otd.app.model;

import io.otd.core.internal.text.NumberText;
import io.otd.train.internal.result.ReadMetrics;
import io.otd.train.internal.result.ValidationEstimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Of the facts about a model, those that a person looks for first. */
final class BriefFacts {
  private static final Set<String> DETAILS =
      Set.of("network", "masks", "law", "seed", "member_spreads", "quantiles", "settings");

  /** The facts shown of each component of a pool, besides its details. */
  private static final List<String> OF_COMPONENT = List.of("weight", "members", "parameters");

  private static final String DATA_SHA256 = "data_sha256";

  private static final Set<String> ORIGIN = Set.of("created", "otd", "commit", DATA_SHA256);

  private BriefFacts() {}

  /**
   * The facts in short.
   *
   * @param facts all of them; those of a component of a pool begin with its name and a point
   * @param components names of the components of a pool; empty for a model that is none
   */
  static Map<String, Object> of(Map<String, Object> facts, List<String> components) {
    Map<String, Object> brief = new LinkedHashMap<>();
    facts.forEach(
        (name, value) -> {
          if (name.equals("metrics") && value instanceof Map<?, ?> metrics) {
            if (!components.isEmpty()) {
              brief.put("components", components.stream().map(c -> component(c, facts)).toList());
            }
            if (!metrics.isEmpty()) {
              brief.put("scores", scores(numbers(metrics)));
            }
          } else if (name.equals("provenance") && value instanceof Map<?, ?> provenance) {
            Map<Object, Object> origin = new LinkedHashMap<>(provenance);
            origin.keySet().retainAll(ORIGIN);
            Object digest = origin.remove(DATA_SHA256);
            if (digest != null) {
              origin.put("SHA-256 of the data", digest);
            }
            brief.put(name, origin);
          } else if (!DETAILS.contains(name)
              && components.stream().noneMatch(component -> name.startsWith(component + "."))) {
            brief.put(name.replace('_', ' '), value);
          }
        });
    brief.computeIfPresent("bank", (name, draws) -> draws + " draws of each row");
    if (brief.get("members") instanceof Integer members && members > 1) {
      brief.computeIfPresent("parameters", (name, count) -> count + " of each member");
    }
    return brief;
  }

  private static Map<String, Object> component(String name, Map<String, Object> facts) {
    Map<String, Object> component = new LinkedHashMap<>();
    component.put("name", name);
    for (String fact : OF_COMPONENT) {
      Object value = facts.get(name + "." + fact);
      component.put(
          fact, fact + " " + (value instanceof Double d ? NumberText.fixed(d, 2) : value));
    }
    return component;
  }

  private static Map<String, Double> numbers(Map<?, ?> metrics) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    metrics.forEach(
        (name, value) -> {
          if (value instanceof Number number) {
            numbers.put(String.valueOf(name), number.doubleValue());
          }
        });
    return numbers;
  }

  private static Map<String, Object> scores(Map<String, Double> metrics) {
    Map<String, Object> scores = new LinkedHashMap<>();
    List<String> energy = new ArrayList<>();
    ReadMetrics read = new ReadMetrics(metrics);
    if (read.find("test.energy_score").isPresent()) {
      energy.add(read.withError("test.energy_score") + " in the test");
    }
    ValidationEstimate.of(metrics).ifPresent(held -> energy.add(held.text()));
    if (!energy.isEmpty()) {
      scores.put("energy score", String.join("; ", energy));
    }
    read.find("test.mae")
        .ifPresent(m -> scores.put("mean absolute error", read.withError("test.mae")));
    read.find("test.rmse")
        .ifPresent(m -> scores.put("root mean squared error", read.withError("test.rmse")));
    read.find("test.picp_0.9")
        .ifPresent(share -> scores.put("coverage of 90 % intervals", NumberText.percent(share)));
    return scores;
  }
}
