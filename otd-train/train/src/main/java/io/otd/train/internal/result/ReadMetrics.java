// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import io.otd.core.internal.text.NumberText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Numbers by name, such as the metrics of a model, as they are read.
 *
 * @param values by name
 */
public record ReadMetrics(Map<String, Double> values) {
  private static final String ERROR = "_error";

  /** Those whose names begin with a prefix, by the rest of their names. */
  public Map<String, Double> under(String prefix) {
    Map<String, Double> some = new LinkedHashMap<>();
    values.forEach(
        (name, value) -> {
          if (name.startsWith(prefix)) {
            some.put(name.substring(prefix.length()), value);
          }
        });
    return some;
  }

  /** One of them, if it is there. */
  public Optional<Double> find(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** One of them; NaN if it is not there. */
  public double get(String name) {
    return find(name).orElse(Double.NaN);
  }

  /** A number of things; 0 if it is not there. */
  public long count(String name) {
    return Math.round(find(name).orElse(0.0));
  }

  /** A score with its standard error, if it has one: {@code 127.0 \u00b1 9.0}. */
  public String withError(String name) {
    return NumberText.withSpread(get(name), find(name + ERROR).orElse(0.0));
  }
}
